import { Link, type LinkProps } from '@tanstack/react-router'
import {
  ChartColumn,
  ChevronRight,
  House,
  ScanLine,
  Settings,
  SlidersHorizontal,
  UserCog,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { canChangeSettings } from '@/api/session'
import type { Role } from '@/api/types'
import { texts } from './texts'

/** Shortcuts links to everyday tasks, the counter first. */
export function Shortcuts({ role }: { role: Role }) {
  return (
    <nav aria-label={texts.shortcuts.label} className="grid gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Link
        to="/staff/checkin"
        className="grid content-end gap-1 rounded-box border border-transparent bg-enamel p-5 text-on-enamel transition-[filter] hover:brightness-110 sm:p-6"
      >
        <ScanLine aria-hidden="true" className="mb-2 size-9 lg:mb-6" />
        <span className="font-sign text-display font-bold">{texts.shortcuts.counter}</span>
        <span>{texts.shortcuts.counterDetail}</span>
      </Link>
      <ul className="grid rounded-box border border-rule bg-card">
        <Shortcut to="/app/customers/list" icon={<Users aria-hidden="true" />}>
          {texts.shortcuts.customers}
        </Shortcut>
        <Shortcut to="/app/customers/new" icon={<UserPlus aria-hidden="true" />}>
          {texts.shortcuts.create}
        </Shortcut>
        <Shortcut to="/app/familias" icon={<House aria-hidden="true" />}>
          {texts.shortcuts.families}
        </Shortcut>
        <Shortcut to="/app/reports/services" icon={<ChartColumn aria-hidden="true" />}>
          {texts.shortcuts.report}
        </Shortcut>
        <Shortcut to="/app/admin" icon={<Settings aria-hidden="true" />}>
          {texts.shortcuts.tools}
        </Shortcut>
        <Shortcut to="/app/users" icon={<UserCog aria-hidden="true" />}>
          {texts.shortcuts.staff}
        </Shortcut>
        {canChangeSettings(role) && (
          <Shortcut to="/app/settings" icon={<SlidersHorizontal aria-hidden="true" />}>
            {texts.shortcuts.settings}
          </Shortcut>
        )}
      </ul>
    </nav>
  )
}

function Shortcut({ to, icon, children }: { to: LinkProps['to']; icon: ReactNode; children: ReactNode }) {
  return (
    <li className="border-b border-rule last:border-0">
      <Link
        to={to}
        className="flex min-h-13 items-center gap-3 px-4 font-semibold hover:bg-well sm:px-5 [&>svg:first-child]:text-accent"
      >
        {icon}
        <span className="flex-1">{children}</span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-soft" />
      </Link>
    </li>
  )
}
