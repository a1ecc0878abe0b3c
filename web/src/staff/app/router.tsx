import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import { session } from '@/api'
import { canChangeSettings, isAdminLevel } from '@/api/session'
import { lazyScreen } from '@/kit/lazyScreen'
import { ScreenError } from '@/kit/ScreenError'
import { Spinner } from '@/kit/Spinner'
import type { HelpPage } from '@/lib/helpPages'
import { isReadablePath } from '@/lib/readablePath'
import { homePathOf } from '@/shared/login/returnPath'
import { type ListSearch, parseListChoice } from '@/staff/customers/listSearch'
import { actOn, requireOperator, requireRole } from './guards'
import { businessRoute, root, signedIn } from './parentRoutes'
import { reportRoutes } from './reportRoutes'
import * as searchOf from './routeSearch'
import { titles } from './texts'

/** Loads a public page, which belongs to the customers' app. */
function fromServer({ location }: { location: { href: string } }): never {
  throw redirect({ href: location.href, reloadDocument: true })
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ location }) => {
    const current = session.get()
    if (current) throw redirect({ to: homePathOf(current.role) })
    fromServer({ location })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: titles.login, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('./Login'), 'Login'),
})

const recovery = createRoute({
  getParentRoute: () => root,
  path: '/login/restablecer',
  staticData: { title: titles.recovery, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/session/RecoveryScreen'), 'RecoveryScreen'),
})

const organisation = createRoute({
  getParentRoute: () => root,
  path: '/login/organizacion',
  staticData: { title: titles.organisation, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/session/OrganisationScreen'), 'OrganisationScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitacion',
  staticData: { title: titles.invitation, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/session/InvitationScreen'), 'InvitationScreen'),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  staticData: { title: titles.logout, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/session/LogoutScreen'), 'LogoutScreen'),
})

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: '/unauthorized',
  staticData: { title: titles.unauthorized, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/session/UnauthorizedScreen'), 'UnauthorizedScreen'),
})

const legal = createRoute({
  getParentRoute: () => root,
  path: '/legal/$page',
  validateSearch: (search: Record<string, unknown>): { bid?: string } =>
    typeof search.bid === 'string' && search.bid ? { bid: search.bid } : {},
  beforeLoad: fromServer,
})

const checkin = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff/checkin',
  staticData: { title: titles.checkin, help: 'en-el-mostrador' },
  validateSearch: (search): { cid?: string } => (typeof search.cid === 'string' ? { cid: search.cid } : {}),
  component: lazyScreen(() => import('@/staff/checkin/CheckinScreen'), 'CheckinScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app',
  staticData: { title: titles.dashboard, help: 'informes' },
  beforeLoad: () => requireRole(isAdminLevel, '/staff/checkin'),
  component: lazyScreen(() => import('@/staff/dashboard/DashboardScreen'), 'DashboardScreen'),
})

const users = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/users',
  staticData: { title: titles.users, help: 'equipo-y-contrasenas' },
  beforeLoad: () => requireRole(isAdminLevel, '/app'),
  component: lazyScreen(() => import('@/staff/users/UsersScreen'), 'UsersScreen'),
})

const newStaff = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/staff/new',
  staticData: { title: titles.newStaff, help: 'equipo-y-contrasenas' },
  beforeLoad: () => requireRole(isAdminLevel, '/app'),
  component: lazyScreen(() => import('@/staff/users/NewStaffScreen'), 'NewStaffScreen'),
})

const settings = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/settings',
  staticData: { title: titles.settings, help: 'primeros-pasos' },
  validateSearch: (search): { seccion?: string } =>
    typeof search.seccion === 'string' ? { seccion: search.seccion } : {},
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/settings/SettingsScreen'), 'SettingsScreen'),
})

const imports = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/importar',
  staticData: { title: titles.imports, help: 'importar-clientes' },
  validateSearch: (search): { id?: string } => (typeof search.id === 'string' ? { id: search.id } : {}),
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/imports/ImportScreen'), 'ImportScreen'),
})

const importGreetings = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/importar/$id/escribir',
  staticData: { title: titles.importGreetings, help: 'importar-clientes' },
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/imports/GreetingScreen'), 'GreetingScreen'),
})

const devices = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/devices',
  staticData: { title: titles.devices, help: 'dispositivos' },
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/devices/DevicesScreen'), 'DevicesScreen'),
})

const ownCopy = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/copia',
  staticData: { title: titles.ownCopy, help: 'tu-copia' },
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/copy/CopyScreen'), 'CopyScreen'),
})

const activity = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/actividad',
  staticData: { title: titles.activity, help: 'actividad' },
  validateSearch: searchOf.activity,
  beforeLoad: () => requireRole(canChangeSettings, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/activity/ActivityScreen'), 'ActivityScreen'),
})

/** Works without a session: the code itself authorizes. */
const enrol = createRoute({
  getParentRoute: () => root,
  path: '/staff/device',
  staticData: { title: titles.device, help: 'dispositivos' },
  component: lazyScreen(() => import('@/staff/devices/EnrolScreen'), 'EnrolScreen'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/account',
  staticData: { title: titles.account, help: 'equipo-y-contrasenas' },
  component: lazyScreen(() => import('@/staff/account/AccountScreen'), 'AccountScreen'),
})

const families = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/familias',
  staticData: { title: titles.families, help: 'clientes-y-familias' },
  validateSearch: searchOf.text,
  component: lazyScreen(() => import('@/staff/families/FamilyListScreen'), 'FamilyListScreen'),
})

const family = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/familias/$id',
  staticData: { title: titles.family, help: 'clientes-y-familias' },
  component: lazyScreen(() => import('@/staff/families/FamilyScreen'), 'FamilyScreen'),
})

const familyInShort = createRoute({
  getParentRoute: () => root,
  path: '/familias/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/familias/$id', params, replace: true })
  },
})

const familiesInShort = createRoute({
  getParentRoute: () => root,
  path: '/familias',
  beforeLoad: () => {
    throw redirect({ to: '/app/familias', replace: true })
  },
})

const customerList = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/customers/list',
  staticData: { title: titles.customers, help: 'clientes-y-familias' },
  validateSearch: (search: Record<string, unknown>): ListSearch => ({
    ...searchOf.text(search),
    ...parseListChoice(search),
  }),
  component: lazyScreen(() => import('@/staff/customers/list/CustomerListScreen'), 'CustomerListScreen'),
})

const newCustomer = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/customers/new',
  staticData: { title: titles.newCustomer, help: 'clientes-y-familias' },
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/customers/new/NewCustomerScreen'), 'NewCustomerScreen'),
})

const customer = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/customers/$id',
  validateSearch: searchOf.recordTab,
  staticData: { title: titles.customer, help: 'clientes-y-familias' },
  component: lazyScreen(() => import('@/staff/customers/record/CustomerScreen'), 'CustomerScreen'),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/customers',
  validateSearch: searchOf.business,
  beforeLoad: ({ search, preload }) => {
    if (!preload) actOn(search.businessId)
    throw redirect({ to: '/app/customers/list', replace: true })
  },
})

const admin = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/admin',
  staticData: { title: titles.admin, help: 'clientes-y-familias' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...searchOf.text(search),
    ...searchOf.business(search),
  }),
  beforeLoad: ({ search, preload }) => {
    requireRole(isAdminLevel, '/app')
    if (!search.businessId) return
    if (!preload) actOn(search.businessId)
    throw redirect({ to: '/app/admin', replace: true })
  },
  component: lazyScreen(() => import('@/staff/admin/AdminScreen'), 'AdminScreen'),
})

const controlPanel = createRoute({
  getParentRoute: () => signedIn,
  path: '/cpanel',
  staticData: { title: titles.controlPanel, help: 'panel-de-control' },
  validateSearch: searchOf.text,
  beforeLoad: requireOperator,
  component: lazyScreen(() => import('@/staff/cpanel/ControlPanelScreen'), 'ControlPanelScreen'),
})

const messages = createRoute({
  getParentRoute: () => signedIn,
  path: '/cpanel/mensajes',
  staticData: { title: titles.messages, help: 'panel-de-control' },
  validateSearch: searchOf.messages,
  beforeLoad: requireOperator,
  component: lazyScreen(() => import('@/staff/cpanel/MessagesScreen'), 'MessagesScreen'),
})

const platformActivity = createRoute({
  getParentRoute: () => signedIn,
  path: '/cpanel/actividad',
  staticData: { title: titles.platformActivity, help: 'actividad' },
  validateSearch: searchOf.activity,
  beforeLoad: requireOperator,
  component: lazyScreen(() => import('@/staff/activity/ActivityScreen'), 'PlatformActivityScreen'),
})

const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    // The control panel's refusal applies to all addresses below it.
    throw redirect({ to: location.pathname.startsWith('/cpanel/') ? '/cpanel' : '/', replace: true })
  },
})

const routeTree = root.addChildren([
  start,
  login,
  recovery,
  invitation,
  organisation,
  logout,
  unauthorized,
  enrol,
  legal,
  familiesInShort,
  familyInShort,
  signedIn.addChildren([
    checkin,
    customers,
    account,
    controlPanel,
    messages,
    platformActivity,
    businessRoute.addChildren([
      dashboard,
      customerList,
      newCustomer,
      customer,
      admin,
      users,
      newStaff,
      settings,
      imports,
      importGreetings,
      devices,
      activity,
      ownCopy,
      ...reportRoutes,
      families,
      family,
    ]),
  ]),
  anywhereElse,
])

/** Screens load when the user points at their link or opens them. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: ScreenError,
    rewrite: { input: ({ url }) => (isReadablePath(url.pathname) ? url : new URL('/', url)) },
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    phone?: string
    name?: string
    /** Name of the child to add; may be empty. */
    child?: string
    family?: true
    /** The screen was opened from the first steps, and leads back to them. */
    firstSteps?: true
  }

  interface StaticDataRouteOption {
    title?: string
    help?: HelpPage
  }

  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
