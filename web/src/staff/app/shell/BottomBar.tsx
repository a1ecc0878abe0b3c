import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Menu as MenuIcon, ScanLine, Users } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { Session } from '@/api/session'
import { cx } from '@/kit/cx'
import { Menu } from '@/kit/menu/Menu'
import { LockedMenuItem, MenuSeparator } from '@/kit/menu/MenuItem'
import { texts } from '../texts'
import { type Destination, destinationsFor, findActive, mayOpen } from './destinations'
import { MenuLink } from './MenuLink'

export function BottomBar({ session: { role, businessId } }: { session: Session }) {
  const active = useLocation({ select: ({ pathname }) => findActive(pathname) })
  const isBehindMenu = active && active.to !== '/staff/checkin' && active.to !== '/app/customers/list'
  return (
    <nav
      aria-label={texts.sections}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-3 border-t border-rule bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <BarLink to="/staff/checkin" icon={<ScanLine aria-hidden="true" />} active={active}>
        {texts.bar.counter}
      </BarLink>
      <BarLink to="/app/customers/list" icon={<Users aria-hidden="true" />} active={active}>
        {texts.bar.customers}
      </BarLink>
      <Menu
        trigger={
          <button
            type="button"
            aria-current={isBehindMenu || undefined}
            className={cx(itemLook, isBehindMenu ? 'text-accent' : 'text-ink-soft')}
          >
            <Item icon={<MenuIcon aria-hidden="true" />}>{texts.bar.more}</Item>
          </button>
        }
      >
        {destinationsFor(role, businessId).map((group) => (
          <Fragment key={group[0]?.to}>
            {group.map((item) =>
              mayOpen(item, role) ? (
                <MenuLink key={item.to} to={item.to} icon={item.icon} isActive={item === active}>
                  {item.name}
                </MenuLink>
              ) : (
                <LockedMenuItem key={item.to} hint={item.hint ?? ''}>
                  {item.name}
                </LockedMenuItem>
              ),
            )}
            <MenuSeparator />
          </Fragment>
        ))}
        <MenuLink to="/logout" icon={LogOut}>
          {texts.signOut}
        </MenuLink>
      </Menu>
    </nav>
  )
}

const itemLook = 'grid h-16 place-items-center text-[length:min(var(--text-small),6vw)] font-semibold'

interface BarLinkProps {
  to: '/staff/checkin' | '/app/customers/list'
  icon: ReactNode
  active: Destination | undefined
  children: ReactNode
}

function BarLink({ to, icon, active, children }: BarLinkProps) {
  const isActive = active?.to === to
  return (
    <Link
      to={to}
      activeOptions={{ exact: true }}
      aria-current={isActive || undefined}
      className={cx(itemLook, isActive ? 'text-accent' : 'text-ink-soft')}
    >
      <Item icon={icon}>{children}</Item>
    </Link>
  )
}

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="grid justify-items-center gap-0.5">
      {icon}
      {children}
    </span>
  )
}
