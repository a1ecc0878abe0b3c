import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Customer, Progress, RewardKind, Role } from '@/api/types'
import { customer as example, progress, reward as rewardOf } from '@/test/examples'
import { Counter } from './Counter'

vi.mock('./qrDetector', () => ({ createQrDetector: async () => async () => [] }))

const ana = 'a7k2m9x4q1w8e5r3t6y0uiopzx'
const luis = 'l7k2m9x4q1w8e5r3t6y0uiopzx'
const qr = (id: string) => `{"type":"AXIOMA_CUSTOMER","customerId":"${id}","businessId":"demobarberia"}`

const reward = (kind: RewardKind) => rewardOf(kind, `reward-${kind}`)

const customer = (given: Partial<Customer> = {}) => example({ id: ana, phone: '34•••••••42', ...given })

const visit = (given: Partial<Progress> = {}, name = 'Ana Gómez', customerId = ana) => ({
  id: 'visit',
  customerId,
  customerName: name,
  visitedAt: '2026-11-20T10:00:00Z',
  notes: null,
  progress: progress(given),
})

const refusal = (status: number, code: string, message = code, more: object = {}) =>
  Response.json({ code, message, ...more }, { status })

const sameDay = () =>
  refusal(409, 'SAME_DAY_VISIT', 'Ya se registró una visita hoy', {
    hint: 'Podrá registrarse mañana a partir de las 00:00.',
  })

interface Sent {
  call: string
  key: string | null
  body: unknown
}

type Handler = (sent: Sent) => Response | Promise<Response> | object

let sent: Sent[]
let handlers: Record<string, Handler>

beforeEach(() => {
  sent = []
  localStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  handlers = {
    'GET /business': () => ({ id: 'b', name: 'Barbería Demo', timezone: 'Europe/Madrid' }),
    [`GET /customers/${ana}`]: () => customer(),
    [`GET /customers/${ana}/progress`]: () => progress(),
    [`POST /customers/${ana}/visits`]: () => visit(),
    [`POST /customers/${luis}/visits`]: () => visit({ count: 2 }, 'Luis Tejada', luis),
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`
    const handler = handlers[call]
    if (!handler) throw new Error(`nobody answers ${call}`)
    const body = await request.text()
    const said = {
      call,
      key: request.headers.get('Idempotency-Key'),
      body: body === '' ? null : JSON.parse(body),
    }
    sent.push(said)
    const answer = await handler(said)
    return answer instanceof Response ? answer : Response.json(answer)
  })
})

const sentTo = (call: string) => sent.filter((one) => one.call === call)
const box = () => screen.getByRole('textbox', { name: 'Escanea o busca al cliente' })
const panel = () => box().closest('.counter')?.querySelector('.answer')

function show(role: Role = 'BARBER', customerId: string | null = null) {
  const onTurnAway = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const at = (cid: string | null) => (
    <QueryClientProvider client={client}>
      <Counter role={role} customerId={cid} onTurnAway={onTurnAway} />
    </QueryClientProvider>
  )
  const { rerender } = render(at(customerId))
  return { onTurnAway, goTo: (cid: string | null) => rerender(at(cid)) }
}

/** Puts a code into the box as a reader does: all at once, then the key that ends it. */
function scan(content: string, end: 'Enter' | 'Tab' = 'Enter') {
  fireEvent.change(box(), { target: { value: content } })
  if (end === 'Tab') fireEvent.keyDown(box(), { key: 'Tab' })
  else fireEvent.submit(box())
}

describe('a scan', () => {
  test.each(['Enter', 'Tab'] as const)(
    'ending in %s registers the visit at once, with one call',
    async (end) => {
      show()
      scan(qr(ana), end)
      expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
      expect(screen.getByText('Visita registrada')).toHaveTextContent('✅ Visita registrada')
      expect(screen.getByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
      expect(panel()).toHaveAttribute('data-tone', 'success')
      expect(sent.map(({ call }) => call)).toEqual(['GET /business', `POST /customers/${ana}/visits`])
      expect(sent[1]?.key).toMatch(/^[0-9a-f]{32}$/)
      expect(box()).toHaveValue('')
      expect(box()).toHaveFocus()
    },
  )

  test('repeated by the reader is one visit', async () => {
    show()
    scan(qr(ana))
    scan(qr(ana))
    await screen.findByText('Visita registrada')
    scan(ana)
    await waitFor(() => expect(box()).toHaveValue(''))
    expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1)
  })

  test('of another customer waits for its turn', async () => {
    let answer: (value: object) => void = () => undefined
    handlers[`POST /customers/${ana}/visits`] = () =>
      new Promise<Response>((done) => (answer = done as never))
    show()
    scan(qr(ana))
    scan(qr(luis))
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(0)
    await waitFor(() => expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1))
    await act(async () => answer(visit()))
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
    expect(
      within(screen.getByRole('region', { name: 'Últimos en pasar' })).getByText('Ana Gómez'),
    ).toBeVisible()
  })

  test('that nobody knows says so and sends nothing', async () => {
    show()
    scan('https://example.test/menu')
    expect(await screen.findByText('No se reconoció el contenido del QR.')).toHaveTextContent(
      '❌ No se reconoció el contenido del QR.',
    )
    expect(panel()).toHaveAttribute('data-tone', 'error')
    expect(sent.map(({ call }) => call)).toEqual(['GET /business'])
  })

  test('of nobody here is a warning', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    show()
    scan(qr(ana))
    expect(await screen.findByText('No se encontró el cliente.')).toHaveTextContent(
      '⚠️ No se encontró el cliente.',
    )
    expect(panel()).toHaveAttribute('data-tone', 'warning')
  })

  test('without an answer is sent again with the same key, at last by hand', async () => {
    let failures = 3
    handlers[`POST /customers/${ana}/visits`] = () => {
      if (failures-- > 0) throw new TypeError('the cable is out')
      return visit()
    }
    show()
    scan(qr(ana))
    const retry = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 4000 })
    expect(screen.getByText('No se pudo registrar la visita.')).toBeVisible()
    expect(screen.getByText(/^No hay conexión con el servidor\./)).toBeVisible()
    await userEvent.click(retry)
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    const keys = sentTo(`POST /customers/${ana}/visits`).map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
  })

  test('on a button goes into the box', async () => {
    show()
    const camera = screen.getByRole('button', { name: 'Usar la cámara' })
    camera.focus()
    await userEvent.keyboard('x')
    expect(box()).toHaveValue('x')
  })
})

describe('a second visit on the same day', () => {
  beforeEach(() => {
    handlers[`POST /customers/${ana}/visits`] = ({ body }) =>
      (body as { authorized?: boolean }).authorized ? visit({ count: 5 }) : sameDay()
  })

  test('tells a barber from when, and who may allow it', async () => {
    show('BARBER')
    scan(qr(ana))
    expect(await screen.findByText('Ya se registró una visita hoy')).toHaveTextContent('⚠️')
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(screen.getByText('Podrá registrarse mañana a partir de las 00:00.')).toBeVisible()
    expect(screen.getByText(/ADMIN, OWNER o SUPERADMIN/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Autorizar otra visita' })).toBeNull()
  })

  test.each(['ADMIN', 'OWNER', 'SUPERADMIN'] as const)('can be allowed by %s', async (role) => {
    show(role)
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Autorizar otra visita' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    const [first, second] = sentTo(`POST /customers/${ana}/visits`)
    expect(second?.body).toEqual({ authorized: true })
    expect(second?.key).not.toBe(first?.key)
  })

  test('by phone learns whose it is', async () => {
    handlers['POST /customers/visits/by-phone'] = sameDay
    handlers['POST /customers/lookup'] = () => customer()
    show()
    await userEvent.type(box(), '612 34 56 78')
    await userEvent.click(screen.getByRole('button', { name: 'Sumar por teléfono' }))
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(screen.getByText('Ya se registró una visita hoy')).toBeVisible()
  })
})

describe('what is owed', () => {
  const owing = (...kinds: RewardKind[]) => {
    handlers[`POST /customers/${ana}/visits`] = () => visit({ count: 5, rewards: kinds.map(reward) })
  }

  test('is shown large, each with its button, and turns the panel to brass', async () => {
    owing('WELCOME', 'HALF', 'FREE')
    show()
    scan(qr(ana))
    expect(await screen.findByRole('region', { name: 'GRATIS' })).toBeVisible()
    expect(screen.getByRole('region', { name: '50 %' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Descuento de bienvenida' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Canjear' })).toHaveLength(3)
    expect(panel()).toHaveAttribute('data-tone', 'owed')
  })

  test('is redeemed by one tap, and the card follows', async () => {
    owing('HALF')
    handlers[`POST /customers/${ana}/rewards/reward-HALF/redeem`] = () => ({
      reward: reward('HALF'),
      progress: progress({ count: 5 }),
    })
    show()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByText('Canjeado: 50 % de descuento')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Canjear' })).toBeNull()
    expect(panel()).toHaveAttribute('data-tone', 'success')
    expect(sentTo(`POST /customers/${ana}/rewards/reward-HALF/redeem`)[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(box()).toHaveFocus()
  })

  test('that cannot be combined says so and stays', async () => {
    owing('HALF', 'WELCOME')
    handlers[`GET /customers/${ana}/progress`] = () =>
      progress({ count: 5, rewards: [reward('HALF'), reward('WELCOME')] })
    handlers[`POST /customers/${ana}/rewards/reward-WELCOME/redeem`] = () =>
      refusal(409, 'WELCOME_NOT_COMBINABLE')
    show()
    scan(qr(ana))
    const welcome = await screen.findByRole('region', { name: 'Descuento de bienvenida' })
    await userEvent.click(within(welcome).getByRole('button', { name: 'Canjear' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'no se combina con otra recompensa el mismo día',
    )
    expect(screen.getAllByRole('button', { name: 'Canjear' })).toHaveLength(2)
  })

  test('redeemed again after no answer keeps its key', async () => {
    owing('FREE')
    const answers = [refusal(503, 'BUSY')]
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [reward('FREE')] })
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () =>
      answers.shift() ?? { reward: reward('FREE'), progress: progress() }
    show()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    await screen.findByRole('alert')
    await userEvent.click(screen.getByRole('button', { name: 'Canjear' }))
    await screen.findByText('Canjeado: servicio gratis')
    const [first, second] = sentTo(`POST /customers/${ana}/rewards/reward-FREE/redeem`)
    expect(second?.key).toBe(first?.key)
  })
})

describe('looking somebody up', () => {
  const found = (...customers: Customer[]) => {
    handlers['GET /customers'] = () => ({ items: customers, total: customers.length, nextCursor: null })
  }

  test('a phone can be searched, and the visit added by hand', async () => {
    found()
    handlers['POST /customers/lookup'] = () => customer()
    show()
    await userEvent.type(box(), '+34 612 345 678')
    await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(sentTo('POST /customers/lookup')[0]?.body).toEqual({ phone: '+34612345678' })
    expect(screen.getByText('34•••••••42')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
  })

  test('a phone of nobody is a warning', async () => {
    found()
    handlers['POST /customers/lookup'] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    show()
    await userEvent.type(box(), '699999999{Enter}')
    expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
  })

  test('a name lists who may be meant; the arrows choose and Enter opens', async () => {
    found(customer({ id: luis, name: 'Luis Tejada' }), customer())
    show()
    await userEvent.type(box(), 'te')
    const list = await screen.findByRole('list', { name: 'Clientes que coinciden' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(sent.some(({ call }) => call.endsWith('/visits'))).toBe(false)
  })

  test('a visit can be added from the list', async () => {
    found(customer({ id: luis, name: 'Luis Tejada' }), customer())
    show()
    await userEvent.type(box(), 'te')
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita a Luis Tejada' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(1)
  })
})

describe('the address', () => {
  test('opens a card without registering a visit', async () => {
    show('BARBER', ana)
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
    expect(sent.some(({ call }) => call.endsWith('/visits'))).toBe(false)
  })

  test('is given up when the counter turns to somebody else', async () => {
    const { onTurnAway, goTo } = show('BARBER', ana)
    await screen.findByRole('heading', { name: 'Ana Gómez' })
    expect(onTurnAway).not.toHaveBeenCalled()
    scan(qr(luis))
    await screen.findByRole('heading', { name: 'Luis Tejada' })
    await waitFor(() => expect(onTurnAway).toHaveBeenCalled())
    goTo(null)
    expect(screen.getByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
  })

  test('of nobody is a warning', async () => {
    handlers[`GET /customers/${ana}`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    handlers[`GET /customers/${ana}/progress`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    show('BARBER', ana)
    expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
  })
})

describe('the camera', () => {
  test('says when the browser has none', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara' }))
    expect(await screen.findByText('Este navegador no puede usar la cámara.')).toBeVisible()
    expect(box()).toHaveFocus()
  })

  test('says when it was refused, and can be closed', async () => {
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    })
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara' }))
    const words = await screen.findByText('No se pudo acceder a la cámara.')
    expect(words).toHaveTextContent('❌ No se pudo acceder a la cámara.')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar la cámara' }))
    expect(screen.queryByText('No se pudo acceder a la cámara.')).toBeNull()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
})

test('a family’s card and a VIP’s name whose they are', async () => {
  handlers[`POST /customers/${ana}/visits`] = () => visit({ cardKind: 'FAMILY', familyName: 'Familia Rojas' })
  show()
  scan(qr(ana))
  expect(await screen.findByText('Los sellos van a la tarjeta de la familia: Familia Rojas')).toBeVisible()
})

test('the note on hidden data is always there', () => {
  show()
  expect(screen.getByText(/Los administradores ven los datos completos/)).toBeVisible()
})
