import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '@/api'
import type { Role } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { DashboardScreen, firstWord } from './DashboardScreen'
import { came, daysAgo, lost, quiet, user } from './examples'

const server = mockServer()
const status = { enabled: true, from: '+34600111222', rpm: 20, dailyCap: 1200, monthlyCap: 30000 }
beforeEach(() => {
  server.respond('get', '/business/week', quiet)
  server.respond('get', '/business/first-steps', { hidden: true, items: [] })
  server.respond('get', '/business', { name: 'Barbería Uno' })
  server.respond('get', '/registrations/unverified', { days: [], discards: [] })
  server.respond('get', '/visits/waiting', { items: [] })
  server.respond('get', '/released-phones', { total: 0, items: [] })
  server.respond('get', '/visits/removal-requests', { items: [] })
  server.respond('get', '/customers', { items: [], total: 1312, nextCursor: null })
  server.respond('get', '/users', { items: [user('Bea'), user('Leo'), user('Max', true)], total: 3 })
  server.respond('options', '/customers/wa/status', null, 204)
  server.respond('get', '/customers/wa/status', status)
})

// Spec: dashboard-2
test.each([
  ['Ana López', 'a@x.test', 'Ana'],
  ['  Ana  ', 'a@x.test', 'Ana'],
  [undefined, 'ana.lopez@x.test', 'ana.lopez'],
  ['', 'ana@x.test', 'ana'],
])('%j with the e-mail %j is greeted as %j', (name, email, word) => {
  expect(firstWord(name, email)).toBe(word)
})

test('warns of password guessing on an account', async () => {
  server.respond('get', '/users', {
    items: [{ ...user('Bea'), triedAt: '2026-11-20T10:00:00Z' }, user('Leo')],
    total: 2,
  })
  const { unmount } = await renderScreen(<DashboardScreen />, 'OWNER')
  expect(await screen.findByText('Alguien intenta entrar en una cuenta')).toBeVisible()
  expect(screen.getByText(sentence(/Se han probado muchas contraseñas en la cuenta de Bea\./))).toBeVisible()
  unmount()
  server.respond('get', '/users', { items: [user('Bea'), user('Leo')], total: 2 })
  await renderScreen(<DashboardScreen />, 'OWNER')
  expect(await screen.findByText('Leo')).toBeVisible()
  expect(screen.queryByText('Alguien intenta entrar en una cuenta')).toBeNull()
})

describe('customers who have lost their phone', () => {
  const released = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      customerId: `c${i}`,
      name: `Ana ${i}`,
      releasedAt: '2026-11-20T10:00:00Z',
    }))

  test('are listed with links until they are marked as seen', async () => {
    server.respond('get', '/released-phones', { total: 1, items: released(1) })
    server.respond('post', '/released-phones/c0/seen', { ok: true })
    await renderScreen(<DashboardScreen />, 'ADMIN')
    expect(await screen.findByText('1 ficha se ha quedado sin su número')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ana 0' })).toHaveAttribute('href', '/app/customers/c0')
    server.respond('get', '/released-phones', { total: 0, items: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Ya lo sé: Ana 0' }))
    await waitFor(() => expect(screen.queryByText(/sin su número/)).toBeNull())
  })

  test('are counted beyond the first five', async () => {
    server.respond('get', '/released-phones', { total: 23, items: released(20) })
    await renderScreen(<DashboardScreen />, 'OWNER')
    expect(await screen.findByText('23 fichas se han quedado sin su número')).toBeVisible()
    expect(screen.getAllByRole('link', { name: /^Ana/ })).toHaveLength(5)
    expect(screen.getByText('y 18 más')).toBeVisible()
  })
})

describe('unverified registrations', () => {
  const day = { day: '2026-11-20', customers: 118, unusual: true }
  const discard = {
    id: '1763640000000',
    discardedAt: '2026-11-20T12:00:00Z',
    registeredAt: '2026-11-20T10:00:00Z',
    customers: 118,
    restorableUntil: '2026-12-20T12:00:00Z',
  }
  const preview = {
    day: '2026-11-20',
    asOf: '2026-11-20T11:00:00Z',
    total: 118,
    items: [{ customerId: 'c1', name: 'Xyz', phone: '+34612345678', registeredAt: '2026-11-20T10:00:00Z' }],
  }

  test('are reported on an unusual day and discarded after a preview', async () => {
    server.respond('get', '/registrations/unverified', { days: [day], discards: [] })
    server.respond('get', '/registrations/unverified/2026-11-20', preview)
    server.respond('post', '/registrations/unverified/2026-11-20/discard', { discarded: 118 })
    await renderScreen(<DashboardScreen />, 'ADMIN')
    expect(await screen.findByText('Más registros sin confirmar de lo normal')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Ver y descartar' }))
    expect(await screen.findByText(/Xyz · \+34 612 34 56 78/)).toBeVisible()
    expect(screen.getByText('y 117 más')).toBeVisible()
    server.respond('get', '/registrations/unverified', { days: [], discards: [discard] })
    await userEvent.click(screen.getByRole('button', { name: 'Descartar 118 registros' }))
    expect(await screen.findByText('Has descartado 118 registros')).toBeVisible()
    const sent = server.requests.find(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ asOf: preview.asOf })
    expect(screen.queryByText('Más registros sin confirmar de lo normal')).toBeNull()
  })

  test('can be restored with one click after a discard', async () => {
    server.respond('get', '/registrations/unverified', { days: [], discards: [discard] })
    server.respond('post', `/registrations/discards/${discard.id}/restore`, { restored: 117, left: 1 })
    await renderScreen(<DashboardScreen />, 'OWNER')
    const restore = await screen.findByRole('button', { name: 'Recuperarlos' })
    server.respond('get', '/registrations/unverified', { days: [], discards: [] })
    await userEvent.click(restore)
    await waitFor(() => expect(screen.queryByText('Has descartado 118 registros')).toBeNull())
  })

  test('of a usual month are listed without a notice', async () => {
    server.respond('get', '/registrations/unverified', {
      days: [{ ...day, customers: 2, unusual: false }],
      discards: [],
    })
    await renderScreen(<DashboardScreen />, 'OWNER')
    await userEvent.click(await screen.findByRole('button', { name: 'Registros sin confirmar (2)' }))
    expect(screen.getByRole('button', { name: /Ver los registros del .*20/ })).toBeVisible()
    expect(screen.queryByText('Más registros sin confirmar de lo normal')).toBeNull()
  })
})

// Spec: dashboard-1, dashboard-2
test('greets by the first name and links to the daily screens', async () => {
  await renderScreen(<DashboardScreen />, 'ADMIN')
  expect(screen.getByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible()
  const href = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href(/Escanear o buscar/)).toBe('/staff/checkin')
  expect(href('Lista de clientes')).toBe('/app/customers/list')
  expect(href('Crear cliente')).toBe('/app/customers/new')
  expect(href('Herramientas del negocio')).toBe('/app/admin')
  expect(href('Gestionar equipo')).toBe('/app/users')
  act(() => {
    session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'ADMIN', email: 'ana.lopez@x.test' })
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Hola, ana.lopez' })).toBeVisible()
})

// Spec: dashboard-9
test('counts the customers and the users who can sign in', async () => {
  await renderScreen(<DashboardScreen />)
  const customers = within(screen.getByRole('region', { name: 'Clientes' }))
  expect(await customers.findByText('1312')).toBeVisible()
  expect(customers.getByText('clientes con tarjeta')).toBeVisible()
  expect(customers.getByRole('link', { name: 'Ver la lista' })).toHaveAttribute('href', '/app/customers/list')
  const team = within(screen.getByRole('region', { name: 'Equipo' }))
  expect((await team.findByText(/personas pueden entrar/)).closest('p')).toHaveTextContent(/^2 /)
  const names = team.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['BeaBarbero', 'LeoBarbero'])
  expect(team.getByRole('link', { name: 'Gestionar el equipo' })).toHaveAttribute('href', '/app/users')
})

// Spec: errors-22, errors-24
test('shows what failed to load, with a retry', async () => {
  server.respond('get', '/users', {}, 400)
  server.respond('get', '/customers', {}, 400)
  await renderScreen(<DashboardScreen />)
  expect(await screen.findByText('No se pudo cargar usuarios.')).toBeVisible()
  expect(await screen.findByText('Error cargando clientes')).toBeVisible()
  server.respond('get', '/users', [user('Bea')])
  await userEvent.click(screen.getAllByRole('button', { name: 'Reintentar' })[1] as HTMLElement)
  expect(await screen.findByText('persona puede entrar')).toBeVisible()
})

describe('the week', () => {
  const panel = async (question: string) => {
    await waitFor(() => expect(document.querySelector('[class*=animate-pulse]')).toBeNull())
    return screen.getByRole('region', { name: question })
  }

  test('shows the visits and the change from the week before', async () => {
    server.respond('get', '/business/week', {
      ...quiet,
      today: came(6, 6, 1),
      givenToday: 2,
      this: came(42, 31, 3),
      before: came(38, 30, 0),
    })
    await renderScreen(<DashboardScreen />)
    const answer = await panel('¿Cuántos vinieron?')
    expect(answer).toHaveTextContent('Hoy6visitas, 1 cliente nuevo2 recompensas canjeadas')
    expect(answer).toHaveTextContent('Esta semana42visitas de 31 clientes, 3 nuevos')
    expect(answer).toHaveTextContent('Los mismos días de la semana pasada: 38. Esta semana, 4 más.')
    expect(within(answer).getByRole('link', { name: 'Ver el informe' })).toHaveAttribute(
      'href',
      '/app/reports/services',
    )
  })

  test('shows what is owed', async () => {
    server.respond('get', '/business/week', {
      ...quiet,
      owed: { free: 1, half: 2, customers: 2, value: 3600 },
    })
    await renderScreen(<DashboardScreen />)
    const answer = await panel('¿Qué se debe?')
    expect(answer).toHaveTextContent('3recompensas pendientes de 2 clientes')
    expect(answer).toHaveTextContent('1 servicio gratis y 2 servicios al 50 %.')
    expect(answer).toHaveTextContent(/Unos 36\s€ a tu precio medio/)
    expect(within(answer).getByRole('link', { name: /^Ver a quién/ })).toHaveAttribute(
      'href',
      '/app/customers/list?owed=true',
    )
  })

  test('asks for the mean ticket while the euros are unknown', async () => {
    server.respond('get', '/business/week', { ...quiet, owed: { free: 1, half: 0, customers: 1 } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Qué se debe?'))
    expect(answer.getByRole('link', { name: '¿Cuánto es en euros?' })).toHaveAttribute(
      'href',
      '/app/informes/debo',
    )
  })

  test('names the lost customers and links to all of them', async () => {
    const items = [lost(1, null), ...[2, 3, 4, 5, 6, 7].map((count) => lost(count))]
    server.respond('get', '/business/week', { ...quiet, lost: { total: 9, items } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    expect(answer.getByText('9')).toBeVisible()
    expect(answer.getAllByText('Hace 52 días; solía venir cada 14 días')).toHaveLength(5)
    server.respond('get', '/business/lost', { items, total: 9, nextCursor: 'more' })
    await userEvent.click(answer.getByRole('button', { name: 'Ver los 9' }))
    expect(await answer.findByRole('link', { name: 'Luis Peña 7' })).toBeVisible()
    server.respond('get', '/business/lost', { items: [lost(8), lost(9)], total: 9, nextCursor: null })
    await userEvent.click(answer.getByRole('button', { name: 'Ver más' }))
    expect(await answer.findByRole('link', { name: 'Luis Peña 9' })).toBeVisible()
    expect(server.requests.at(-1)?.search.get('cursor')).toBe('more')
  })

  test('offers a greeting only where it is allowed, and records it', async () => {
    const items = [
      lost(1),
      { ...lost(2), mayGreet: false },
      { ...lost(3), mayGreet: false, greetedAt: daysAgo(3) },
    ]
    server.respond('get', '/business/week', { ...quiet, lost: { total: 3, items } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    expect(answer.getAllByRole('link', { name: /^Saludar a/ })).toHaveLength(1)
    expect(answer.getByText(/^Saludado hace/)).toBeVisible()
    const greet = answer.getByRole('link', { name: 'Saludar a Luis Peña 1 por WhatsApp' })
    expect(decodeURIComponent(greet.getAttribute('href') ?? '')).toContain(
      'wa.me/34612345678?text=Hola, Luis. Te escribimos de Barbería Uno',
    )
    server.respond('post', '/customers/lost-1/greeting', {})
    greet.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(greet)
    await waitFor(() => expect(answer.queryByRole('link', { name: /^Saludar a/ })).toBeNull())
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ invites: true })
  })

  test('links to the customers without a visit for 60 days, with their number', async () => {
    server.respond('get', '/customers', { items: [], total: 143, nextCursor: null })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    const way = await answer.findByRole('link', { name: 'Sin venir 60 días: 143 clientes' })
    expect(way.getAttribute('href')).toContain('notSeenFor=60')
    const counted = server.requests.find(
      ({ path, search }) => path === '/customers' && search.has('notSeenFor'),
    )
    expect(counted?.search.get('limit')).toBe('1')
  })

  test('shows the overrides of each user', async () => {
    const people = [{ userId: 'u1', name: 'Bea', authorized: 2, deleted: 1 }]
    server.respond('get', '/business/week', { ...quiet, overrides: people })
    await renderScreen(<DashboardScreen />)
    const row = within(await panel('¿Qué autorizó o eliminó el equipo?')).getAllByRole(
      'row',
    )[1] as HTMLElement
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Bea', '2', '1'])
  })

  test('shows a text when nothing happened', async () => {
    await renderScreen(<DashboardScreen />)
    expect(await panel('¿Qué se debe?')).toHaveTextContent('Nada: no hay recompensas sin canjear.')
    expect(await panel('¿Quién ha dejado de venir?')).toHaveTextContent('Nadie')
    expect(await panel('¿Qué autorizó o eliminó el equipo?')).toHaveTextContent('nadie autorizó')
    expect(await panel('¿Cuántos vinieron?')).toHaveTextContent('Esta semana, igual.')
  })

  test('can be loaded again after a failure', async () => {
    server.respond('get', '/business/week', {}, 418)
    await renderScreen(<DashboardScreen />)
    expect(await screen.findByText('No se pudo cargar la semana.')).toBeVisible()
    server.respond('get', '/business/week', quiet)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Nada: no hay recompensas sin canjear.')).toBeVisible()
  })
})

describe('the WhatsApp card', () => {
  const card = async (badge: string) => (await screen.findByText(badge)).closest('section') as HTMLElement

  // Spec: dashboard-3, dashboard-7, dashboard-8, states-21, limits-23
  test('shows that it is loading, then Activo and the figures', async () => {
    await renderScreen(<DashboardScreen />)
    expect(screen.getByText('Cargando')).toBeVisible()
    const words = await card('Activo')
    expect(words).toHaveTextContent('Remitente+34 600 11 12 22')
    expect(words).toHaveTextContent('Límite diario1200')
    expect(words).toHaveTextContent('Envíos por minuto20')
    expect(words).toHaveTextContent('Límite mensual30.000')
    expect(words).not.toHaveTextContent('Créditos')
  })

  // Spec: dashboard-4
  test('shows Desactivado, and that trial messages reach no customer', async () => {
    server.respond('get', '/customers/wa/status', { enabled: false, provider: 'log' })
    await renderScreen(<DashboardScreen />)
    expect(await card('Desactivado')).toHaveTextContent('no llegan a nadie')
  })

  test('shows trial mode where messages are only recorded', async () => {
    server.respond('get', '/customers/wa/status', { enabled: true, provider: 'log' })
    await renderScreen(<DashboardScreen />)
    expect(await card('Modo de prueba')).toHaveTextContent('no llegan a nadie')
    expect(screen.getByText('Modo de prueba').className).toContain('caution')
  })

  // Spec: dashboard-5, states-21
  test('shows No disponible on a server without a status', async () => {
    server.respondNotFound()
    await renderScreen(<DashboardScreen />)
    expect(await card('No disponible')).toHaveTextContent('no informa')
  })

  // Spec: dashboard-6, states-21, errors-31
  test('shows Error with a retry', async () => {
    server.respond('get', '/customers/wa/status', {}, 429)
    await renderScreen(<DashboardScreen />)
    expect(await card('Error')).toHaveTextContent('No se pudo obtener el estado.')
    server.respond('get', '/customers/wa/status', status)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await card('Activo')).toBeVisible()
  })
})

describe('legal data', () => {
  const said = {
    legalName: 'Ana',
    taxId: '12345678Z',
    legalAddress: 'Calle Mayor 1',
    contactEmail: 'a@x.test',
  }
  const title = 'Faltan tus datos legales'

  test('that are missing are requested from the owner', async () => {
    server.respond('get', '/business', { name: 'Barbería Uno', ...said, taxId: null })
    await renderScreen(<DashboardScreen />)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Completarlos en los ajustes' })).toHaveAttribute(
      'href',
      '/app/settings?seccion=legal',
    )
  })

  test.each<[Role, object]>([
    ['OWNER', said],
    ['ADMIN', { ...said, taxId: null }],
  ])('are not requested from %s with %j', async (role, legal) => {
    server.respond('get', '/business', { name: 'Barbería Uno', ...legal })
    await renderScreen(<DashboardScreen />, role)
    expect(await screen.findByText('Barbería Uno')).toBeVisible()
    expect(screen.queryByText(title)).toBeNull()
  })
})

describe('the usage of WhatsApp', () => {
  const used = {
    usedToday: 120,
    usedThisMonth: 950,
    freeCredits: 1000,
    freeCreditsLeft: 50,
    waiting: 0,
    heldBy: null,
  }
  const card = async () => within(await screen.findByRole('region', { name: 'WhatsApp' }))

  // Spec: dashboard-8
  test('is shown in figures and as a bar', async () => {
    server.respond('get', '/customers/wa/status', { ...status, ...used })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('120 de 1200')).toBeVisible()
    const bar = (await card()).getByRole('progressbar', { name: 'Usados hoy' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['120', '1200'])
    expect((await card()).getByText('950 de 30.000')).toBeVisible()
    expect((await card()).queryByText(/Espera/)).toBeNull()
  })

  // Spec: dashboard-8
  test.each([
    [1, null, 'Espera 1 mensaje.'],
    [12, 'DAILY', 'Esperan 12 mensajes: límite diario alcanzado, sigue mañana.'],
    [3, 'SETUP', /Esperan 3 mensajes: WhatsApp no acepta el remitente/],
    [0, 'SETUP', /El último mensaje falló: WhatsApp no acepta el remitente/],
  ])('with %j messages held by %j shows %s', async (waiting, heldBy, words) => {
    server.respond('get', '/customers/wa/status', { ...status, ...used, waiting, heldBy })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText(words)).toBeVisible()
  })

  // Spec: dashboard-6
  test.each([3, 0])('shows an error where WhatsApp refuses the sender, with %j waiting', async (waiting) => {
    server.respond('get', '/customers/wa/status', { ...status, ...used, waiting, heldBy: 'SETUP' })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('Error')).toBeVisible()
    expect((await card()).getByText('120 de 1200')).toBeVisible()
  })

  test('is hidden on a server without figures', async () => {
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('Activo')).toBeVisible()
    expect((await card()).queryByRole('progressbar')).toBeNull()
  })
})

test.each([
  ['OWNER', true],
  ['ADMIN', false],
] as const)('%s sees waiting late visits: %j', async (role, isTold) => {
  const waiting = { id: 'h1', customerName: 'Ana', visitedAt: '2026-01-03T18:40:00Z', outcome: null }
  server.respond('get', '/visits/waiting', {
    items: [waiting, { ...waiting, id: 'h2', outcome: 'REGISTERED' }],
    total: 2,
    nextCursor: null,
  })
  await renderScreen(<DashboardScreen />, role)
  await screen.findByText('Barbería Uno')
  if (isTold) expect(await screen.findByText('1 visita espera a que decidas')).toBeVisible()
  else expect(server.requests.some(({ path }) => path === '/visits/waiting')).toBe(false)
})
