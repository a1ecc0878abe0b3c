import { Link } from '@tanstack/react-router'
import {
  Building2,
  ChartColumn,
  CircleUser,
  House,
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
import { canChangeSettings, isAdminLevel, type Session } from '@/api/session'
import { Menu } from '@/kit/menu/Menu'
import { LockedMenuItem, MenuSeparator } from '@/kit/menu/MenuItem'
import { texts } from '../texts'
import { MenuLink } from './MenuLink'

/** BottomBar shows the sections on a phone, within reach of the thumb. */
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
          <MenuLink to="/cpanel" icon={Building2}>
            {texts.controlPanel}
          </MenuLink>
        )}
        <MenuLink to="/staff/checkin" icon={ScanLine}>
          {texts.tabs.staff}
        </MenuLink>
        {isAdminLevel(session.role) ? (
          <MenuLink to="/app/admin" icon={Settings}>
            {texts.tabs.admin}
          </MenuLink>
        ) : (
          <LockedMenuItem hint={texts.adminOnly}>{texts.tabs.admin}</LockedMenuItem>
        )}
        <MenuSeparator />
        <MenuLink to="/app/familias" icon={House}>
          {texts.families}
        </MenuLink>
        {isAdminLevel(session.role) && <AdminItems />}
        {canChangeSettings(session.role) && (
          <MenuLink to="/app/settings" icon={SlidersHorizontal}>
            {texts.settings}
          </MenuLink>
        )}
        <MenuLink to="/app/account" icon={CircleUser}>
          {texts.account}
        </MenuLink>
        <MenuSeparator />
        <MenuLink to="/logout" icon={LogOut}>
          {texts.signOut}
        </MenuLink>
      </Menu>
    </nav>
  )
}

function AdminItems() {
  return (
    <>
      <MenuLink to="/app" icon={LayoutDashboard}>
        {texts.goToPanel}
      </MenuLink>
      <MenuLink to="/app/reports/services" icon={ChartColumn}>
        {texts.report}
      </MenuLink>
      <MenuLink to="/app/users" icon={UserCog}>
        {texts.team}
      </MenuLink>
    </>
  )
}

const itemLook =
  'grid h-16 place-items-center text-[length:min(var(--text-small),6vw)] font-semibold text-ink-soft data-[status=active]:text-accent'

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="grid justify-items-center gap-0.5">
      {icon}
      {children}
    </span>
  )
}
