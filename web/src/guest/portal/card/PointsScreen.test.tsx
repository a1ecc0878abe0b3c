import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheCard, readCachedCard } from '@/api/cardCache'
import { endPortalSession, startPortalSession } from '@/api/portalSession'
import type { Own, Reward } from '@/api/types'
import { listShapes, otherVisit } from '@/test/otherServers'
import { sentence } from '@/test/sentence'
import { ownWith, signedIn } from '../examples'
import { PointsScreen } from './PointsScreen'

const base = 'http://axioma.test/api/portal/me'
const none = { items: [], total: 0, nextCursor: null }
const server = setupServer()
let send: (own: Own) => void = () => undefined

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  startPortalSession(signedIn)
  server.use(
    http.get(`${base}/visits`, () => HttpResponse.json(none)),
    http.get(`${base}/rewards`, () => HttpResponse.json(none)),
    http.get(`${base}/adjustments`, () => HttpResponse.json(none)),
    http.get(`${base}/cards`, () => HttpResponse.json(none)),
  )
})
afterEach(() => {
  server.resetHandlers()
  endPortalSession()
})
afterAll(() => server.close())

function streaming(first: Own) {
  const encode = (own: Own) => new TextEncoder().encode(`event: card\ndata: ${JSON.stringify(own)}\n\n`)
  server.use(
    http.get(`${base}/live`, ({ request }) => {
      if (request.headers.get('Authorization') !== `Bearer ${signedIn.token}`) {
        return HttpResponse.json({ code: 'UNAUTHENTICATED', message: 'Inicia sesión.' }, { status: 401 })
      }
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(encode(first))
          send = (own) => controller.enqueue(encode(own))
        },
      })
      return new HttpResponse(stream, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
}

function open() {
  const onLeave = vi.fn<() => void>()
  render(<PointsScreen customerId={signedIn.customerId} onLeave={onLeave} onOpened={() => undefined} />)
  return onLeave
}

const region = (name: string) => within(screen.getByRole('region', { name }))
const headings = () =>
  screen.getAllByRole('heading', { level: 2, name: /^(Resumen|Mis )/ }).map(({ textContent }) => textContent)

// Spec: product-2, portal-15, portal-16, shell-3
test('shows the card, the summary, the QR, visits and rewards', async () => {
  const reward = { id: 'r1', kind: 'HALF', milestone: 5, createdAt: '2026-03-01T10:00:00Z', redeemedAt: null }
  server.use(
    http.get(`${base}/visits`, () =>
      HttpResponse.json({
        ...none,
        items: [{ id: 'v1', visitedAt: '2026-03-01T10:00:00Z', notes: 'Corte y barba' }],
      }),
    ),
    http.get(`${base}/rewards`, () =>
      HttpResponse.json({
        ...none,
        items: [{ ...reward, status: 'PENDING', note: '50 % de descuento · visita 5' }],
      }),
    ),
  )
  const owed = { ...reward, status: 'PENDING', note: '' } as const
  streaming(ownWith({ count: 5, rewards: [owed as Reward] }, { visitsCount: 5, pendingRewards: 1 }))
  open()
  expect(await screen.findByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
  expect(document.title).toBe('Mis puntos · Barbería Sur')
  expect(screen.getByRole('region', { name: '50 %' })).toBeVisible()
  expect(region('Resumen').getByText('Recompensas pendientes').nextSibling).toHaveTextContent('1')
  expect(region('Resumen').getByText('Visitas').nextSibling).toHaveTextContent('5')
  const qr = screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })
  expect(qr).toHaveAttribute('src', 'http://axioma.test/api/public/customers/c1234567890abcdef/qr.png')
  expect(await screen.findByText('Corte y barba')).toBeVisible()
  expect(region('Mis visitas').getByText(/1 mar 2026/)).toBeVisible()
  expect(await region('Mis recompensas').findByText('Pendiente')).toBeVisible()
  expect(region('Mis recompensas').getByText('50 % de descuento · visita 5')).toBeVisible()
  expect(region('Mis recompensas').getByText(/No caduca\.$/)).toBeVisible()
  expect(region('Mis recompensas').getByText(/^Ganada/)).toBeVisible()
  expect(headings()).toEqual(['Resumen', 'Mis visitas', 'Mis recompensas'])
})

// Spec: portal-16
test('a redeemed reward shows its date and no terms', async () => {
  const redeemedReward = { id: 'r1', kind: 'FREE', milestone: 10, status: 'REDEEMED', note: '' }
  const at = { createdAt: '2026-03-01T10:00:00Z', redeemedAt: '2026-03-20T10:00:00Z' }
  server.use(
    http.get(`${base}/rewards`, () => HttpResponse.json({ ...none, items: [{ ...redeemedReward, ...at }] })),
  )
  streaming(ownWith())
  open()
  await screen.findByRole('img', { name: '3 de 10 visitas' })
  const line = await region('Mis recompensas').findByRole('listitem')
  expect(line).toHaveTextContent(/^Servicio gratisCanjeadaCanjeada hace .+$/)
  expect(within(line).getByTitle(/^viernes, 20 de marzo de 2026/)).toBeVisible()
})

describe('a server with only the calls of the specification', () => {
  const offers = (visits: JsonBodyType, rewards: JsonBodyType) =>
    server.use(
      http.get(base, () => HttpResponse.json({ message: 'Cannot GET' }, { status: 404 })),
      http.get(`${base}/live`, () => HttpResponse.json({ message: 'Cannot GET' }, { status: 404 })),
      http.get(`${base}/visits`, () => HttpResponse.json(visits)),
      http.get(`${base}/rewards`, () => HttpResponse.json(rewards)),
    )

  // Spec: portal-16, calls-33
  test.each(listShapes)('shows QR, summary, visits and rewards from %s', async (_name, shape) => {
    const rewards = [
      { id: 'r1', status: 'PENDING', note: null, kind: 'HALF' },
      { id: 'r2', status: 'PENDING', note: null, kind: 'Peine' },
      { id: 'r3', status: 'CADUCADA' },
      { id: 'r4', status: 'REDEEMED', note: 'Un corte' },
    ]
    offers(shape([otherVisit()]), shape(rewards))
    open()
    expect(await screen.findByRole('region', { name: 'Resumen' })).toBeVisible()
    expect(region('Resumen').getByText('Recompensas pendientes').nextSibling).toHaveTextContent('2')
    expect(region('Resumen').getByText('Visitas').nextSibling).toHaveTextContent('1')
    expect(screen.getByRole('img', { name: /código QR/i })).toHaveAttribute(
      'src',
      'http://axioma.test/api/public/customers/c1234567890abcdef/qr.png',
    )
    expect(await screen.findByText('Corte')).toBeVisible()
    const list = within(await region('Mis recompensas').findByRole('list'))
    expect(list.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '50 % de descuentoPendientePara un servicio, el día que quieras. No caduca.',
      'PeinePendiente',
      'r3CADUCADA',
      'Un corteCanjeada',
    ])
  })

  test('lists that are null are empty', async () => {
    offers(null, null)
    open()
    expect(await screen.findByText(/Aún no tienes recompensas/)).toBeVisible()
    expect(region('Resumen').getByText('Visitas').nextSibling).toHaveTextContent('0')
  })

  test('an invalid session leads to the sign-in', async () => {
    offers([], [])
    const refuse = () => HttpResponse.json({ message: 'Unauthorized' }, { status: 401 })
    server.use(http.get(`${base}/visits`, refuse), http.get(`${base}/rewards`, refuse))
    const onLeave = open()
    await waitFor(() => expect(onLeave).toHaveBeenCalled())
  })
})

test('a stamp from the counter appears by itself and is announced', async () => {
  streaming(ownWith({ count: 3 }))
  open()
  await screen.findByRole('img', { name: '3 de 10 visitas' })
  const visits = [{ id: 'v9', visitedAt: '2026-11-20T09:59:00Z', notes: null }]
  server.use(http.get(`${base}/visits`, () => HttpResponse.json({ ...none, items: visits })))
  send(ownWith({ count: 4 }, { visitsCount: 4 }))
  expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
  expect(screen.getByText('¡Sello puesto! Llevas 4 de 10 visitas.')).toBeVisible()
  expect(await region('Mis visitas').findByText('hoy')).toBeVisible()
  send(ownWith({ count: 3 }))
  expect(await screen.findByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
  expect(screen.queryByText(/Sello puesto/)).toBeNull()
})

// Spec: portal-16
test('the card of a family with shared points names the family', async () => {
  const owed = { id: 'r1', cardId: 'card-1', kind: 'FREE', milestone: 10, status: 'PENDING', note: '' }
  const ownReward = { ...owed, id: 'r2', cardId: 'card-2', kind: 'WELCOME' }
  const rewards = [owed, ownReward] as NonNullable<Own['progress']>['rewards']
  streaming(ownWith({ cardKind: 'FAMILY', familyName: 'Familia Ruiz', count: 10, rewards }))
  open()
  expect(
    await screen.findByText(sentence(/^Tarjeta de la familia: 10 visitas\. La compartís en Familia Ruiz/)),
  ).toBeVisible()
  expect(region('GRATIS').getByText('De la familia')).toBeVisible()
  expect(region('Descuento de bienvenida').queryByText('De la familia')).toBeNull()
})

test('without a stream the card is polled and stays visible during failures', async () => {
  server.use(
    http.get(`${base}/live`, () =>
      HttpResponse.json({ code: 'TOO_MANY_REQUESTS', message: 'Espera.' }, { status: 429 }),
    ),
    http.get(base, () => HttpResponse.json(ownWith({ count: 2 })), { once: true }),
    http.get(base, () => HttpResponse.error()),
  )
  open()
  expect(await screen.findByRole('img', { name: '2 de 10 visitas' })).toBeVisible()
  expect(await screen.findByText(/Esto es lo último que sabemos/)).toBeVisible()
  expect(screen.getByRole('img', { name: '2 de 10 visitas' })).toBeVisible()
})

// Spec: portal-17
test('without a network the cached card opens with its time', async () => {
  cacheCard(ownWith({ count: 2 }), Date.parse('2026-03-01T10:00:00Z'))
  server.use(
    http.get(`${base}/live`, () => HttpResponse.error()),
    http.get(base, () => HttpResponse.error()),
  )
  open()
  expect(screen.getByRole('img', { name: '2 de 10 visitas' })).toBeVisible()
  expect(await screen.findByText('Sin conexión')).toBeVisible()
  expect(screen.getByTitle('domingo, 1 de marzo de 2026, 11:00')).toBeVisible()
  expect(
    screen.queryByRole('region', { name: 'Mis visitas' }),
    'nor does it say what it cannot know',
  ).toBeNull()
})

test('a busy server is not shown as a missing network', async () => {
  cacheCard(ownWith({ count: 2 }), Date.parse('2026-03-01T10:00:00Z'))
  const busy = () => HttpResponse.json({ code: 'BUSY', message: 'Ocupado.' }, { status: 503 })
  server.use(http.get(`${base}/live`, busy), http.get(base, busy))
  open()
  expect(await screen.findByText('El servicio no está disponible ahora')).toBeVisible()
  expect(screen.getByText(/se vuelve a pedir sola cada pocos segundos/)).toBeVisible()
  expect(screen.queryByText('Sin conexión')).toBeNull()
})

test('a stamp that came while the page was closed is not announced', async () => {
  cacheCard(ownWith({ count: 2 }), Date.parse('2026-03-01T10:00:00Z'))
  streaming(ownWith({ count: 3 }))
  open()
  expect(await screen.findByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
  expect(screen.queryByText(/Sello puesto/)).toBeNull()
  expect(readCachedCard()?.own.progress?.count).toBe(3)
})

test('waits for the retry delay that a stopping server sends', async () => {
  const requests: string[] = []
  streaming(ownWith())
  server.use(
    http.get(`${base}/live`, () => new HttpResponse('retry: 1\n\n'), { once: true }),
    http.get(base, () => {
      requests.push('card')
      return HttpResponse.json(ownWith({ count: 2 }))
    }),
  )
  open()
  expect(await screen.findByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
  expect(requests).toEqual([])
})

test('a failure without a cached card offers a retry', async () => {
  server.use(
    http.get(`${base}/live`, () => HttpResponse.error()),
    http.get(base, () => HttpResponse.error()),
  )
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar tu tarjeta')
  streaming(ownWith())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
})

test('a rejected session leads to the sign-in', async () => {
  startPortalSession({ ...signedIn, token: 'old', access_token: 'old' })
  streaming(ownWith())
  const onLeave = open()
  await waitFor(() => expect(onLeave).toHaveBeenCalled())
})

// Spec: portal-23
test("'Salir' signs out, and empty and failed lists show a text", async () => {
  server.use(
    http.get(`${base}/rewards`, () =>
      HttpResponse.json({ code: 'INTERNAL', message: 'Algo ha fallado.' }, { status: 500 }),
    ),
  )
  streaming(ownWith())
  const onLeave = open()
  expect(await screen.findByText('Aún no hay visitas registradas.')).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudieron cargar tus recompensas')
  await userEvent.click(screen.getByRole('button', { name: 'Salir' }))
  expect(onLeave).toHaveBeenCalled()
})

// Spec: portal-16
test("visits and rewards show days in the business's time zone", async () => {
  const visit = { id: 'v1', visitedAt: '2026-03-01T03:00:00Z', notes: null }
  const reward = { id: 'r1', kind: 'FREE', milestone: 10, status: 'PENDING', note: '', redeemedAt: null }
  server.use(
    http.get(`${base}/visits`, () => HttpResponse.json({ ...none, items: [visit] })),
    http.get(`${base}/rewards`, () =>
      HttpResponse.json({ ...none, items: [{ ...reward, createdAt: visit.visitedAt }] }),
    ),
  )
  streaming(ownWith({}, { timezone: 'America/Mexico_City' }))
  open()
  expect(await screen.findByText(/28 feb 2026/)).toBeVisible()
  const redeemedAgo = await region('Mis recompensas').findByText(/^hace/)
  expect(redeemedAgo).toHaveAttribute('title', 'sábado, 28 de febrero de 2026, 21:00')
})

// Spec: calls-33
test('long lists load by pages', async () => {
  const visit = (id: string) => ({ id, visitedAt: '2026-03-01T10:00:00Z', notes: `nota ${id}` })
  server.use(
    http.get(`${base}/visits`, ({ request }) => {
      const second = new URL(request.url).searchParams.get('cursor') === 'next'
      return HttpResponse.json({
        items: [visit(second ? 'v2' : 'v1')],
        total: 2,
        nextCursor: second ? null : 'next',
      })
    }),
  )
  streaming(ownWith())
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ver más visitas' }))
  expect(await screen.findByText('nota v2')).toBeVisible()
  expect(screen.getByText('nota v1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ver más visitas' })).toBeNull()
})

test('adjustments are listed with the server’s text', async () => {
  const items = [
    {
      id: 'a1',
      kind: 'CORRECTION',
      stamps: 1,
      text: 'Corregido por la barbería: +1. Se olvidó sellar una visita',
      reason: null,
      note: null,
      createdAt: '2026-11-19T10:00:00Z',
      undoneAt: null,
    },
  ]
  server.use(http.get(`${base}/adjustments`, () => HttpResponse.json({ ...none, items, total: 1 })))
  streaming(ownWith({}))
  open()
  const panel = within(await screen.findByRole('region', { name: 'Otros sellos' }))
  expect(panel.getByText('Corregido por la barbería: +1. Se olvidó sellar una visita')).toBeVisible()
})

test('explains what happens to the claimed stamps of a paper card', async () => {
  streaming(ownWith({ claimedStamps: 3 }))
  open()
  expect(
    await screen.findByText('3 sellos de tu tarjeta de papel: la barbería los confirmará.'),
  ).toBeVisible()
  send(ownWith({ rejectedStamps: 3 }))
  expect(
    await screen.findByText(/3 sellos de tu tarjeta de papel: la barbería no los ha confirmado/),
  ).toBeVisible()
  expect(screen.queryByText(/los confirmará/)).toBeNull()
  send(ownWith({ count: 3 }))
  await waitFor(() => expect(screen.queryByText(/tarjeta de papel/)).toBeNull())
})
