import { useState } from 'react'
import type { Role } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Dialog } from '@/kit/Dialog'
import { destinationsFor, mayOpen } from '../shell/destinations'
import { texts as shell } from '../texts'
import { shortcutDialog } from './shortcutDialog'
import { areShortcutsOn, switchShortcuts } from './shortcutSetting'
import { texts as words } from './texts'

export function ShortcutsDialog({ role }: { role: Role }) {
  const [isOn, setOn] = useState(areShortcutsOn)
  const items = destinationsFor(role)
    .flat()
    .filter((item) => mayOpen(item, role))
  const change = (next: boolean) => {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Dialog open onClose={shortcutDialog.close} title={shell.shortcuts}>
      <Checkbox label={words.on} checked={isOn} onChange={({ target }) => change(target.checked)} />
      <dl className="grid">
        <Entry name={words.search} keys={['/']} />
        <Entry name={words.help} keys={['?']} />
        {items.map(({ to, name, key }) => (
          <Entry key={to} name={name} keys={['G', key.toUpperCase()]} />
        ))}
      </dl>
      <p className="text-small text-ink-soft">{words.counter}</p>
    </Dialog>
  )
}

function Entry({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-rule">
      <dt>{name}</dt>
      <dd translate="no" className="flex flex-none gap-1">
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && <span className="mx-1 text-small text-ink-soft">{words.afterG} </span>}
            <kbd className="inline-grid min-w-7 place-items-center rounded-small border border-field bg-well px-1.5 font-text text-small font-semibold">
              {key}
            </kbd>
          </span>
        ))}
      </dd>
    </div>
  )
}
