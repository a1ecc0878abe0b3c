import { Link, type LinkProps } from '@tanstack/react-router'
import { ScanLine, Settings, UserCog, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from './texts'

const words = texts.shortcuts

export function Shortcuts() {
  return (
    <nav aria-label={words.label}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2 sm:flex sm:flex-wrap">
        <Shortcut to="/staff/checkin" icon={<ScanLine aria-hidden="true" />} isFirst>
          {words.counter}
        </Shortcut>
        <Shortcut to="/app/customers/list" icon={<Users aria-hidden="true" />}>
          {words.customers}
        </Shortcut>
        <Shortcut to="/app/customers/new" icon={<UserPlus aria-hidden="true" />}>
          {words.create}
        </Shortcut>
        <Shortcut to="/app/admin" icon={<Settings aria-hidden="true" />}>
          {words.tools}
        </Shortcut>
        <Shortcut to="/app/users" icon={<UserCog aria-hidden="true" />}>
          {words.staff}
        </Shortcut>
      </ul>
    </nav>
  )
}

interface ShortcutProps {
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
  isFirst?: boolean
  children: string
}

function Shortcut({ to, icon, isFirst = false, children }: ShortcutProps) {
  return (
    <li className={isFirst ? 'col-span-full grid' : 'grid'}>
      <Link
        to={to}
        className={cx(buttonLook({ variant: isFirst ? 'primary' : 'secondary' }), 'max-sm:px-2!')}
      >
        <span className="flex items-center justify-center gap-2 [&>svg]:size-5">
          {icon}
          {children}
        </span>
      </Link>
    </li>
  )
}
