import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { businessKey, session } from '@/api'
import type { Role } from '@/api/types'
import { inSeconds, tokenWith } from '@/test/token'
import { followSession } from './followSession'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'

const signIn = (role: Role) => session.start({ token: tokenWith({ exp: inSeconds(60) }), role, name: 'Ana' })

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

let stopFollowing: () => void = () => undefined

afterEach(() => {
  stopFollowing()
  session.end()
})

function open(path: string, queryClient = createQueryClient()) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  stopFollowing = followSession(queryClient, router)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

async function openAndExpectPath(path: string, from: string) {
  const router = open(from)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  return router
}

/** The address once the router is idle; nothing is rendered. */
async function landingOf(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return router.state.location.pathname
}

// Spec: routes-4, routes-16, routes-19, routes-20, routes-21, routes-22, routes-29, states-2
test.each([
  ['/login', '/login'],
  ['/logout', '/logout'],
  ['/unauthorized', '/unauthorized'],
  ['/app', '/login'],
  ['/staff/checkin', '/login'],
  ['/cpanel', '/login'],
  ['/familias', '/login'],
  ['/familias/f1', '/login'],
  ['/app/account', '/login'],
  ['/app/settings', '/login'],
  ['/app/admin', '/login'],
  ['/app/users', '/login'],
  ['/app/staff/new', '/login'],
  ['/app/customers/list', '/login'],
  ['/app/customers/new', '/login'],
  ['/app/customers/c1', '/login'],
  ['/app/customers', '/login'],
  ['/app/reports/services', '/login'],
  ['/app/familias', '/login'],
  ['/app/familias/f1', '/login'],
  ['/cpanel/businesses', '/login'],
])('without a session %s lands on %s', async (from, to) => {
  expect(await landingOf(from)).toBe(to)
})

test.each([
  ['/', '/'],
  ['/nowhere/at/all', '/'],
  ['/legal/aviso?bid=b1', '/legal/aviso?bid=b1'],
])('without a session %s is loaded from the server as %s', async (from, to) => {
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { ...window.location, replace })
  void landingOf(from)
  await waitFor(() => expect(replace.mock.calls).toEqual([[to]]))
})

const roles = ['BARBER', 'ADMIN', 'OWNER', 'SUPERADMIN'] as const

/** The expected address for each role, in the order of the roles. A single one holds for all roles. */
const landings: [path: string, ...where: string[]][] = [
  ['/', '/staff/checkin', '/app', '/app', '/cpanel'],
  ['/nowhere/at/all', '/staff/checkin', '/app', '/app', '/cpanel'],
  ['/login', '/login'],
  ['/logout', '/logout'],
  ['/staff/checkin', '/staff/checkin'],
  ['/app', '/staff/checkin', '/app', '/app', '/app'],
  ['/app/account', '/app/account'],
  ['/app/admin', '/staff/checkin', '/app/admin', '/app/admin', '/app/admin'],
  ['/app/users', '/staff/checkin', '/app/users', '/app/users', '/app/users'],
  ['/app/staff/new', '/staff/checkin', '/app/staff/new', '/app/staff/new', '/app/staff/new'],
  ['/app/settings', '/unauthorized', '/unauthorized', '/app/settings', '/app/settings'],
  [
    '/app/reports/services',
    '/unauthorized',
    '/app/reports/services',
    '/app/reports/services',
    '/app/reports/services',
  ],
  ['/app/customers', '/app/customers/list'],
  ['/app/customers/list', '/app/customers/list'],
  ['/app/customers/new', '/unauthorized', '/app/customers/new', '/app/customers/new', '/app/customers/new'],
  ['/app/customers/c1', '/app/customers/c1'],
  ['/familias', '/app/familias'],
  ['/familias/f1', '/app/familias/f1'],
  ['/app/familias', '/app/familias'],
  ['/app/familias/f1', '/app/familias/f1'],
  ['/cpanel', '/unauthorized', '/unauthorized', '/unauthorized', '/cpanel'],
  ['/cpanel/businesses', '/unauthorized', '/unauthorized', '/unauthorized', '/cpanel'],
]

// Spec: product-4, routes-1, routes-18, routes-19, routes-20, routes-23, routes-24, routes-25, routes-28, admin-1, families-7, roles-2, roles-10, roles-11, roles-17, roles-20
test.each(
  landings.flatMap(([path, first = '', ...others]) =>
    roles.map((role, index) => [role, path, [first, ...others][index] ?? first] as const),
  ),
)('%s at %s lands on %s', async (role, from, to) => {
  signIn(role)
  expect(await landingOf(from)).toBe(to)
})

// Spec: routes-8
test.each<[Role, string]>([
  ['OWNER', '/app'],
  ['SUPERADMIN', '/cpanel'],
])('%s who signs in lands on %s', async (role, to) => {
  const signedIn = { access_token: tokenWith({ exp: inSeconds(60) }), role, email: 'ana@x.test', name: 'Ana' }
  vi.stubGlobal('fetch', ({ url }: Request) =>
    url.endsWith('/auth/login') ? Promise.resolve(Response.json(signedIn)) : new Promise(() => undefined),
  )
  const router = open('/login')
  fireEvent.change(await screen.findByLabelText('Correo electrónico'), { target: { value: 'ana@x.test' } })
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'Tijera-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(to))
})

// Spec: routes-23
test('the operator acts on the business in the address', async () => {
  signIn('SUPERADMIN')
  await openAndExpectPath('/app/customers/list', '/app/customers?businessId=b5')
  expect(session.get()?.businessId).toBe('b5')
})

// Spec: families-9
test('a link to the tools of a business selects the business and removes its id from the address', async () => {
  signIn('SUPERADMIN')
  const router = await openAndExpectPath('/app/admin', '/app/admin?businessId=b6')
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(session.get()?.businessId).toBe('b6')
})

test('a link to another business clears the cache of the first', async () => {
  signIn('SUPERADMIN')
  act(() => session.actOn('b6'))
  const queryClient = createQueryClient()
  const router = open('/cpanel', queryClient)
  await waitFor(() => expect(router.state.status).toBe('idle'))
  queryClient.setQueryData(['customers', 'seen'], 'of b6')
  await act(() => router.navigate({ to: '/app/customers', search: { businessId: 'b7' } }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  expect(session.get()?.businessId).toBe('b7')
  expect(queryClient.getQueryData(['customers', 'seen'])).toBeUndefined()
})

test('after a change of business, an open screen does not refetch the data of the former business', async () => {
  signIn('SUPERADMIN')
  act(() => session.actOn('b6'))
  const queryClient = createQueryClient()
  const ask = vi.fn<() => Promise<string>>().mockResolvedValue('of b6')
  const observer = new QueryObserver(queryClient, { queryKey: businessKey('customers'), queryFn: ask })
  const leave = observer.subscribe(() => undefined)
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('of b6'))
  const stop = followSession(queryClient, createAppRouter(createMemoryHistory()))
  act(() => session.actOn('b7'))
  stop()
  leave()
  expect(ask).toHaveBeenCalledOnce()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('the cache is cleared when another user signs in', () => {
  signIn('OWNER')
  const queryClient = createQueryClient()
  queryClient.setQueryData(businessKey('customers'), 'with whole phones')
  const stop = followSession(queryClient, createAppRouter(createMemoryHistory()))
  act(() => {
    signIn('BARBER')
  })
  stop()
  expect(queryClient.getQueryData(businessKey('customers'))).toBeUndefined()
})

test('the cache is cleared when the session ends', async () => {
  signIn('BARBER')
  const queryClient = createQueryClient()
  await openAndExpectPath('/staff/checkin', '/staff/checkin')
  queryClient.setQueryData(['customers'], 'seen')
  const stop = followSession(queryClient, createAppRouter(createMemoryHistory()))
  act(() => session.end())
  stop()
  expect(queryClient.getQueryData(['customers'])).toBeUndefined()
})

test('hovering over a link to another business does not select it', async () => {
  signIn('SUPERADMIN')
  const router = await openAndExpectPath('/cpanel', '/cpanel')
  await router.preloadRoute({ to: '/app/customers', search: { businessId: 'b7' } })
  await router.preloadRoute({ to: '/app/admin', search: { businessId: 'b7' } })
  expect(session.get()?.businessId).toBeNull()
})

test('the screens of a business ask the operator to choose one, and then show the chosen one', async () => {
  signIn('SUPERADMIN')
  open('/app/users')
  expect(await screen.findByRole('heading', { name: 'Elige primero un negocio' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sin negocio elegido. Elegir negocio' })).toHaveAttribute(
    'href',
    '/cpanel',
  )
  act(() => session.actOn('b8'))
  expect(screen.queryByRole('heading', { name: 'Elige primero un negocio' })).toBeNull()
  expect(screen.getByRole('link', { name: /Negocio elegido: b8/ })).toBeVisible()
})

// Spec: routes-3, routes-30
test('a screen disappears when the session ends', async () => {
  signIn('OWNER')
  open('/app')
  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible()
  act(() => session.end())
  expect(screen.queryByRole('heading', { name: 'Hola, Ana' })).toBeNull()
  expect(screen.getByText('Cargando…')).toBeVisible()
})

// Spec: shell-2
test('a role without access to Admin sees the reason instead of the link', async () => {
  signIn('BARBER')
  open('/staff/checkin')
  const admin = await screen.findByRole('button', { name: 'Admin' })
  expect(admin).toHaveAccessibleDescription('Solo ADMIN/OWNER/SUPERADMIN')
  act(() => {
    signIn('OWNER')
  })
  expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/app/admin')
})

test('an undecodable address redirects to the home page', async () => {
  signIn('OWNER')
  await openAndExpectPath('/app', '/app/customers/%E0')
})

// Spec: states-5
test('an expired session stays until the server rejects it, and then redirects to the sign-in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    // The sign-in screen makes this request without a session.
    if (url.endsWith('/auth/password-recovery')) return Response.json({ byEmail: false, contact: '' })
    const token = headers.get('Authorization')
    tokens.push(token)
    return token && session.get()
      ? Response.json({ id: 'b1', name: 'Barbería Demo' })
      : Response.json({ code: 'TOKEN_EXPIRED', message: 'Sesión caducada.' }, { status: 401 })
  })
  signIn('BARBER')
  const router = open('/staff/checkin')
  const box = await screen.findByLabelText('Escanea o busca al cliente')
  vi.setSystemTime(Date.now() + 3_600_000)
  fireEvent.change(box, { target: { value: 'a7k2m9x4q1w8e5r3t6y0uiopzx' } })
  fireEvent.submit(box)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await screen.findByText('Sesión caducada. Inicia sesión de nuevo.')).toBeVisible()
  expect(tokens.at(-1), 'the server judges the token').toMatch(/^Bearer /)
})
