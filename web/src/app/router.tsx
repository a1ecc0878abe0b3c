import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { session, useSession } from '@/api'
import { isAdminLevel } from '@/api/session'
import { Spinner } from '@/ui/Spinner'
import { homeOf } from './home'
import { Failure } from './shell/Failure'
import { Shell } from './shell/Shell'

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Spinner /> })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: () => {
    if (!session.get()) throw redirect({ to: '/login' })
  },
  component: WhileSignedIn,
})

/** The screens of signed-in people; the moment the session ends they give way, until the router has moved on. */
function WhileSignedIn() {
  return useSession() ? <Outlet /> : <Spinner />
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const current = session.get()
    if (current) throw redirect({ to: homeOf(current.role) })
  },
  component: lazyRouteComponent(() => import('@/features/landing/LandingScreen'), 'LandingScreen'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('@/features/session/LoginScreen'), 'LoginScreen'),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('@/features/session/LogoutScreen'), 'LogoutScreen'),
})

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: '/unauthorized',
  component: lazyRouteComponent(() => import('@/features/session/UnauthorizedScreen'), 'UnauthorizedScreen'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/legal/privacidad',
  component: lazyRouteComponent(() => import('@/features/legal/LegalScreens'), 'PrivacyScreen'),
})

const privacyInEnglish = createRoute({
  getParentRoute: () => root,
  path: '/legal/privacy',
  beforeLoad: () => {
    throw redirect({ to: '/legal/privacidad', replace: true })
  },
})

const legalNotice = createRoute({
  getParentRoute: () => root,
  path: '/legal/aviso',
  component: lazyRouteComponent(() => import('@/features/legal/LegalScreens'), 'LegalNoticeScreen'),
})

const cookies = createRoute({
  getParentRoute: () => root,
  path: '/legal/cookies',
  component: lazyRouteComponent(() => import('@/features/legal/LegalScreens'), 'CookiesScreen'),
})

const checkin = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff/checkin',
  validateSearch: (search): { cid?: string } => (typeof search.cid === 'string' ? { cid: search.cid } : {}),
  component: lazyRouteComponent(() => import('@/features/checkin/CheckinScreen'), 'CheckinScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/app',
  beforeLoad: () => {
    const current = session.get()
    if (current && !isAdminLevel(current.role)) throw redirect({ to: '/staff/checkin', replace: true })
  },
  component: lazyRouteComponent(() => import('@/features/dashboard/DashboardScreen'), 'DashboardScreen'),
})

const customerList = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/customers/list',
  component: lazyRouteComponent(
    () => import('@/features/customers/CustomerListScreen'),
    'CustomerListScreen',
  ),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/customers',
  validateSearch: (search): { businessId?: string } =>
    typeof search.businessId === 'string' ? { businessId: search.businessId } : {},
  beforeLoad: ({ search }) => {
    if (search.businessId) session.actOn(search.businessId)
    throw redirect({ to: '/app/customers/list', replace: true })
  },
})

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/admin',
  beforeLoad: () => {
    const current = session.get()
    if (current && !isAdminLevel(current.role)) throw redirect({ to: '/app', replace: true })
  },
  component: lazyRouteComponent(() => import('@/features/admin/AdminScreen'), 'AdminScreen'),
})

const controlPanel = createRoute({
  getParentRoute: () => signedIn,
  path: '/cpanel',
  beforeLoad: () => {
    if (session.get()?.role !== 'SUPERADMIN') throw redirect({ to: '/unauthorized', replace: true })
  },
  component: lazyRouteComponent(() => import('@/features/cpanel/ControlPanelScreen'), 'ControlPanelScreen'),
})

const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const routeTree = root.addChildren([
  start,
  login,
  logout,
  unauthorized,
  privacy,
  privacyInEnglish,
  legalNotice,
  cookies,
  signedIn.addChildren([checkin, dashboard, customerList, customers, admin, controlPanel]),
  anywhereElse,
])

/** The routes of the staff app. Screens are loaded when they are first shown. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: Failure,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
