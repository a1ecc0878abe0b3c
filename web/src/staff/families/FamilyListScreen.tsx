import { useState } from 'react'
import { useCreateFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { useSignedIn } from '@/api'
import { isAdminLevel } from '@/api/session'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
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
      {create.isSuccess && <Message text={familyTexts.create.done} />}
      <FamilyList mayChange={mayChange} />
      {isCreating && <CreateFamilyDialog create={create} onClose={() => setCreating(false)} />}
    </div>
  )
}
