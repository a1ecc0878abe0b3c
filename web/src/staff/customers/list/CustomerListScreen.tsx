import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { useSignedIn } from '@/api'
import { recordQueries } from '@/api/records'
import { isAdminLevel } from '@/api/session'
import type { Customer, ListedCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { buttonLook } from '@/kit/buttonLook'
import { Dialog } from '@/kit/Dialog'
import { QrPanel } from '../QrPanel'
import { texts as shared } from '../texts'
import { Filters } from './Filters'
import { ListBody } from './ListBody'
import { SearchBox } from './SearchBox'
import { texts } from './texts'
import { useListSearch } from './useListSearch'
import { useScrollRestoration } from './useScrollRestoration'

/** The list of customers; the server searches it. */
export function CustomerListScreen() {
  const { role } = useSignedIn()
  const navigate = useNavigate()
  const { q, typedText, type, choice, choose } = useListSearch()
  const list = recordQueries.list(q, choice)
  const customersQuery = useInfiniteQuery(list)
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const [withQr, setWithQr] = useState<Customer | null>(null)
  const showQr = useCallback((customer: Customer) => setWithQr(customer), [])

  const customers = customersQuery.data
    ? withoutDuplicates(customersQuery.data.pages.flatMap((page) => page.items))
    : null
  useScrollRestoration(customers !== null)
  const isSettled = typedText.trim() === q && !customersQuery.isPending && !customersQuery.isPlaceholderData
  const openOnly = () => {
    const [only, second] = customers ?? []
    if (isSettled && q && only && !second) {
      void navigate({ to: '/app/customers/$id', params: { id: only.id } })
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move the focus between elements inside
    <div className="grid gap-5" onKeyDown={moveThroughRows}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <div className="flex flex-wrap gap-2">
          <Link to="/app/familias" className={buttonLook({ variant: 'secondary' })}>
            {texts.families}
          </Link>
          {isAdminLevel(role) && (
            <Link to="/app/customers/new" className={buttonLook()}>
              {texts.create}
            </Link>
          )}
        </div>
      </header>
      <SearchBox value={typedText} onChange={type} onEnter={openOnly} />
      <Filters choice={choice} onChoose={choose} />
      <ListBody
        q={q}
        choice={choice}
        customersQuery={customersQuery}
        customers={customers}
        searching={!isSettled}
        mayAdminister={isAdminLevel(role)}
        timeZone={timeZone}
        onShowQr={showQr}
        onRestart={() => void client.resetQueries({ queryKey: list.queryKey, exact: true })}
        onClear={() => type('')}
        onClearFilters={() =>
          choose({ owed: undefined, notSeenFor: undefined, birthday: undefined, from: undefined })
        }
      />
      {!isAdminLevel(role) && <p className="text-small text-ink-soft">{shared.masked}</p>}
      <Dialog
        open={withQr !== null}
        onClose={() => setWithQr(null)}
        title={withQr && shared.qr.titleOf(withQr.name)}
      >
        {withQr && <QrPanel customer={withQr} />}
      </Dialog>
    </div>
  )
}

/** Removes duplicates: a customer who moves to a later page between two requests is sent twice. */
function withoutDuplicates(customers: ListedCustomer[]): ListedCustomer[] {
  return [...new Map(customers.map((customer) => [customer.id, customer])).values()]
}

const rowLink = 'a[data-row-link]'

function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = event.currentTarget.querySelectorAll<HTMLElement>(`input[type="search"], ${rowLink}`)
  const row = document.activeElement?.closest('tr')?.querySelector(rowLink)
  const here = [...stops].findIndex((stop) => stop === document.activeElement || stop === row)
  const next = stops[here + step]
  if (here < 0 || !next) return
  event.preventDefault()
  next.focus()
}
