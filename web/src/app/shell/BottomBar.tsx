import { Link } from '@tanstack/react-router'
import {
  Building2,
  CircleUser,
  LayoutDashboard,
  LogOut,
  Menu as MenuIcon,
  ScanLine,
  Settings,
  SlidersHorizontal,
  UserCog,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isAdminLevel, maySetUp, type Session } from '@/api/session'
import { Menu, MenuItem, MenuSeparator } from '@/ui/Menu'
import { texts } from '../texts'

/** The sections on a phone, where the thumb is. */
export function BottomBar({ session }: { session: Session }) {
  return (
    <nav
      aria-label={texts.sections}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-3 border-t border-rule bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <Link to="/staff/checkin" className={itemLook}>
        <Item icon={<ScanLine aria-hidden="true" />}>{texts.bar.counter}</Item>
      </Link>
      <Link to="/app/customers/list" className={itemLook}>
        <Item icon={<Users aria-hidden="true" />}>{texts.bar.customers}</Item>
      </Link>
      <Menu
        trigger={
          <button type="button" className={itemLook}>
            <Item icon={<MenuIcon aria-hidden="true" />}>{texts.bar.more}</Item>
          </button>
        }
      >
        {session.role === 'SUPERADMIN' && (
          <MenuItem asChild>
            <Link to="/cpanel">
              <Building2 aria-hidden="true" className="size-5" />
              {texts.controlPanel}
            </Link>
          </MenuItem>
        )}
        {isAdminLevel(session.role) && <AdminItems />}
        {maySetUp(session.role) && (
          <MenuItem asChild>
            <Link to="/app/settings">
              <SlidersHorizontal aria-hidden="true" className="size-5" />
              {texts.settings}
            </Link>
          </MenuItem>
        )}
        <MenuItem asChild>
          <Link to="/app/account">
            <CircleUser aria-hidden="true" className="size-5" />
            {texts.account}
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/logout">
            <LogOut aria-hidden="true" className="size-5" />
            {texts.signOut}
          </Link>
        </MenuItem>
      </Menu>
    </nav>
  )
}

function AdminItems() {
  return (
    <>
      <MenuItem asChild>
        <Link to="/app">
          <LayoutDashboard aria-hidden="true" className="size-5" />
          {texts.goToPanel}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/app/admin">
          <Settings aria-hidden="true" className="size-5" />
          {texts.administration}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/app/users">
          <UserCog aria-hidden="true" className="size-5" />
          {texts.team}
        </Link>
      </MenuItem>
    </>
  )
}

const itemLook =
  'grid h-16 place-items-center text-small font-semibold text-ink-soft data-[status=active]:text-accent'

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="grid justify-items-center gap-0.5">
      {icon}
      {children}
    </span>
  )
}
