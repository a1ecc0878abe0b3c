import type { LinkProps } from '@tanstack/react-router'
import {
  Archive,
  Award,
  Building2,
  ChartColumn,
  CircleUser,
  FileUp,
  History,
  House,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  ScanLine,
  Settings,
  SlidersHorizontal,
  Smartphone,
  UserCog,
  Users,
} from 'lucide-react'
import { canChangeSettings, isAdminLevel } from '@/api/session'
import type { Role } from '@/api/types'
import { texts, titles } from '../texts'

export interface Destination {
  to: NonNullable<LinkProps['to']>
  name: string
  icon: LucideIcon
  /** The key after `g` that opens the screen. */
  key: string
  /** Whether a role may open the screen; true for all by default. */
  may?: (role: Role) => boolean
  /** Roles without permission see the item disabled, with this hint. Without a hint they do not see it. */
  hint?: string
  /** Other addresses whose screens belong to the item. */
  also?: readonly string[]
}

const isOperator = (role: Role) => role === 'SUPERADMIN'
const { tabs } = texts

/** Order in the side rail and in 'Más'. The tabs of the specification begin their groups. */
const groups: readonly (readonly Destination[])[] = [
  [
    { to: '/cpanel', name: titles.controlPanel, icon: Building2, key: 'k', may: isOperator },
    { to: '/cpanel/mensajes', name: titles.messages, icon: MessageCircle, key: 'w', may: isOperator },
  ],
  [{ to: '/app', name: titles.dashboard, icon: LayoutDashboard, key: 'p', may: isAdminLevel }],
  [
    { to: '/app/customers/list', name: tabs.customers, icon: Users, key: 'c', also: ['/app/customers'] },
    { to: '/app/familias', name: titles.families, icon: House, key: 'f' },
    { to: '/app/importar', name: titles.imports, icon: FileUp, key: 'i', may: canChangeSettings },
  ],
  [
    { to: '/staff/checkin', name: tabs.staff, icon: ScanLine, key: 's' },
    { to: '/app/informes/quien', name: titles.staffInsight, icon: Award, key: 'q' },
    {
      to: '/app/users',
      name: titles.users,
      icon: UserCog,
      key: 'e',
      may: isAdminLevel,
      also: ['/app/staff'],
    },
    {
      to: '/app/devices',
      name: titles.devices,
      icon: Smartphone,
      key: 'd',
      may: canChangeSettings,
      also: ['/staff/device'],
    },
  ],
  [
    {
      to: '/app/admin',
      name: tabs.admin,
      icon: Settings,
      key: 'a',
      may: isAdminLevel,
      hint: texts.adminOnly,
    },
    {
      to: '/app/reports/services',
      name: texts.report,
      icon: ChartColumn,
      key: 'r',
      may: isAdminLevel,
      also: ['/app/informes'],
    },
    { to: '/app/settings', name: titles.settings, icon: SlidersHorizontal, key: 'j', may: canChangeSettings },
    { to: '/app/actividad', name: titles.activity, icon: History, key: 'h', may: canChangeSettings },
    { to: '/app/copia', name: titles.ownCopy, icon: Archive, key: 'y', may: canChangeSettings },
  ],
  [{ to: '/app/account', name: titles.account, icon: CircleUser, key: 'm' }],
]

/** Without a business (`businessId` null), only the operator's screens and the first item of each group. */
export function destinationsFor(role: Role, businessId?: string | null): Destination[][] {
  return groups
    .map((group) =>
      group.filter(
        (item, index) =>
          (mayOpen(item, role) || item.hint) &&
          (businessId !== null || !isOperator(role) || index === 0 || item.may === isOperator),
      ),
    )
    .filter((group) => group[0])
}

export function mayOpen({ may }: Destination, role: Role): boolean {
  return !may || may(role)
}

/** The destination with the longest address that contains the path. */
export function findActive(pathname: string): Destination | undefined {
  let best: Destination | undefined
  let length = 0
  for (const item of groups.flat()) {
    for (const address of [item.to, ...(item.also ?? [])]) {
      // '/app' contains all other addresses, so it matches only itself.
      const isInside = pathname === address || (address !== '/app' && pathname.startsWith(`${address}/`))
      if (isInside && address.length > length) [best, length] = [item, address.length]
    }
  }
  return best
}
