import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreateFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { useSignedIn } from '@/api'
import { isAdminLevel } from '@/api/session'
import type { ListedFamily } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { CreateFamilyDialog } from './CreateFamilyDialog'
import { FamilyList } from './FamilyList'
import { texts } from './texts'

export function FamilyListScreen() {
  const mayChange = isAdminLevel(useSignedIn().role)
  const [isCreating, setCreating] = useState(false)
  const create = useCreateFamily(() => setCreating(false))
  const start = () => {
    create.reset()
    setCreating(true)
  }
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          <p className="text-ink-soft">{texts.intro}</p>
        </div>
        {mayChange && <Button onClick={start}>{texts.create.start}</Button>}
      </header>
      {create.isSuccess && (
        <div className="grid justify-items-start gap-3">
          <Message text={familyTexts.create.done} className="w-full" />
          <OpenCreated family={create.data} />
        </div>
      )}
      <FamilyList mayChange={mayChange} onDelete={create.reset} />
      {isCreating && <CreateFamilyDialog create={create} onClose={() => setCreating(false)} />}
    </div>
  )
}

/** Leads to the members: an empty family needs some, and a long list may not show it. */
function OpenCreated({ family: { id, name } }: { family: ListedFamily }) {
  return (
    <Link
      ref={focus}
      to="/app/familias/$id"
      params={{ id }}
      className={buttonLook({ variant: 'secondary', named: true })}
    >
      {withNames(texts.list.openOf(name), name)}
    </Link>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
