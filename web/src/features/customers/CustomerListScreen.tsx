import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useSignedIn } from '@/api'
import { recordQueries } from '@/api/records'
import { isAdminLevel } from '@/api/session'
import type { Customer } from '@/api/types'
import { buttonLook } from '@/ui/buttonLook'
import { Dialog } from '@/ui/Dialog'
import { ListBody } from './ListBody'
import { QrPanel } from './QrPanel'
import { moveThroughRows } from './rowKeys'
import { SearchBox } from './SearchBox'
import { texts } from './texts'
import { useListSearch } from './useListSearch'

/** The customers of the business, searched by the server. */
export function CustomerListScreen() {
  const { role } = useSignedIn()
  const navigate = useNavigate()
  const { q, typed, type } = useListSearch()
  const found = useInfiniteQuery(recordQueries.list(q))
  const [withQr, setWithQr] = useState<Customer | null>(null)
  const showQr = useCallback((customer: Customer) => setWithQr(customer), [])

  const customers = found.data?.pages.flatMap((page) => page.items) ?? null
  const isSettled = typed.trim() === q && !found.isPending && !found.isPlaceholderData
  const openOnly = () => {
    const [only, second] = customers ?? []
    if (isSettled && q && only && !second) {
      void navigate({ to: '/app/customers/$id', params: { id: only.id } })
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only carry the focus between what is inside
    <div className="grid gap-5" onKeyDown={moveThroughRows}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.list.title}</h1>
        <div className="flex flex-wrap gap-2">
          <Link to="/app/familias" className={buttonLook({ variant: 'secondary' })}>
            {texts.list.families}
          </Link>
          {isAdminLevel(role) && (
            <Link to="/app/customers/new" className={buttonLook()}>
              {texts.list.create}
            </Link>
          )}
        </div>
      </header>
      <SearchBox value={typed} onChange={type} onEnter={openOnly} />
      <ListBody
        q={q}
        found={found}
        customers={customers}
        searching={!isSettled}
        mayAdminister={isAdminLevel(role)}
        onShowQr={showQr}
        onClear={() => type('')}
      />
      {!isAdminLevel(role) && <p className="text-small text-ink-soft">{texts.masked}</p>}
      <Dialog
        open={withQr !== null}
        onClose={() => setWithQr(null)}
        title={withQr && texts.qr.titleOf(withQr.name)}
      >
        {withQr && <QrPanel customer={withQr} />}
      </Dialog>
    </div>
  )
}
