import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '@/kit/cx'
import { texts } from './texts'

const tabLook = cx(
  'relative flex min-h-target items-center px-1 font-semibold text-ink-soft hover:text-ink data-[status=active]:text-ink',
  'after:absolute after:inset-x-0 after:-bottom-px after:h-[3px] after:rounded-full',
  'data-[status=active]:after:bg-accent',
)

export function PanelHead({ intro, action }: { intro: string; action?: ReactNode }) {
  return (
    <header className="grid gap-3">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        {action}
      </div>
      <nav aria-label={texts.sections} className="flex flex-wrap gap-x-6 border-b border-rule">
        <Link to="/cpanel" activeOptions={{ exact: true, includeSearch: false }} className={tabLook}>
          {texts.tabs.businesses}
        </Link>
        <Link to="/cpanel/mensajes" activeOptions={{ includeSearch: false }} className={tabLook}>
          {texts.tabs.messages}
        </Link>
        <Link to="/cpanel/actividad" activeOptions={{ includeSearch: false }} className={tabLook}>
          {texts.tabs.activity}
        </Link>
      </nav>
      <p className="text-ink-soft">{intro}</p>
    </header>
  )
}
