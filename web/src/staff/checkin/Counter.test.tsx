import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ana,
  box,
  customer,
  handlers,
  luis,
  mockCounterServer,
  panel,
  qr,
  refusal,
  renderCounter,
  sameDay,
  scan,
  sentRequests,
  sentTo,
  storedVisits,
  visit,
  waitingVisits,
} from '@/test/counter'
import { sentence } from '@/test/sentence'
import { waitingVisit } from '@/test/visitStore'
import { flushEffects } from '@/test/waitForResponses'

mockCounterServer()

describe('a scan', () => {
  // Spec: checkin-1, checkin-11
  test.each(['Enter', 'Tab'] as const)(
    'ending in %s registers the visit at once with one request',
    async (end) => {
      renderCounter()
      scan(qr(ana), end)
      expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
      expect(screen.getByText('Visita registrada')).toHaveTextContent('✅ Visita registrada')
      expect(screen.getByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
      expect(panel()).toHaveAttribute('data-tone', 'success')
      expect(sentRequests.map(({ call }) => call)).toEqual(['GET /business', `POST /customers/${ana}/visits`])
      expect(sentRequests[1]?.key).toMatch(/^[0-9a-f]{32}$/)
      expect(box()).toHaveValue('')
      expect(box()).toHaveFocus()
    },
  )

  test('repeated by the reader counts once', async () => {
    renderCounter()
    scan(qr(ana))
    scan(qr(ana))
    await screen.findByText('Visita registrada')
    scan(ana)
    await waitFor(() => expect(box()).toHaveValue(''))
    await flushEffects()
    expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1)
  })

  test('of the next customer is sent after the first one', async () => {
    let answer: (value: object) => void = () => undefined
    handlers[`POST /customers/${ana}/visits`] = () =>
      new Promise<Response>((resolve) => (answer = resolve as never))
    renderCounter()
    scan(qr(ana))
    scan(qr(luis))
    await waitFor(() => expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1))
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(0)
    await act(async () => answer(visit()))
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
    expect(
      within(screen.getByRole('region', { name: 'Últimos clientes' })).getByText('Ana Gómez'),
    ).toBeVisible()
  })

  // Spec: checkin-24
  test('of an unknown QR shows an error and sends nothing', async () => {
    renderCounter()
    scan('https://example.test/menu')
    expect(await screen.findByText('No se reconoció el contenido del QR.')).toHaveTextContent(
      '❌ No se reconoció el contenido del QR.',
    )
    expect(panel()).toHaveAttribute('data-tone', 'error')
    expect(sentRequests.map(({ call }) => call)).toEqual(['GET /business'])
  })

  // Spec: checkin-12
  test('of a QR that the server does not know shows a warning', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText('No se encontró el cliente.')).toHaveTextContent(
      '⚠️ No se encontró el cliente.',
    )
    expect(panel()).toHaveAttribute('data-tone', 'warning')
  })

  test('that the browser cannot store is not shown as stored', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => {
      throw new TypeError('the cable is out')
    }
    renderCounter('BARBER', null, null, () => false)
    scan(qr(ana))
    expect(await screen.findByText('Sin enviar y sin guardar')).toHaveTextContent('⚠️')
    expect(screen.getByText(/no cierres esta página hasta que se envíe/)).toBeVisible()
    expect(panel()).not.toHaveTextContent('Guardada en este dispositivo')
  })

  test('without a response is kept and sent again with its key on request', async () => {
    const line = { isCut: true }
    handlers[`POST /customers/${ana}/visits`] = () => {
      if (line.isCut) throw new TypeError('the cable is out')
      return visit()
    }
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText('Guardada en este dispositivo')).toHaveTextContent('⚠️')
    expect(screen.getByText(/Se enviará sola: no hace falta repetirla/)).toBeVisible()
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(panel()?.querySelector('.answer-card-to-come')).toBeNull()
    expect(waitingVisits()).toHaveLength(1)
    line.isCut = false
    await userEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(new Set(sentTo(`POST /customers/${ana}/visits`).map(({ key }) => key)).size).toBe(1)
    expect(waitingVisits()).toEqual([])
  })

  // Spec: checkin-18
  test.each([
    [
      'a cut body',
      () => new Response('{"id":"v1","cust', { headers: { 'Content-Type': 'application/json' } }),
    ],
    ['a page in its place', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    [
      'a proxy’s 404',
      () => Response.json({ message: 'no Route matched with those values' }, { status: 404 }),
    ],
    ['a foreign response', () => Response.json({ ok: true })],
  ])('answered by %s is not lost', async (_what, respond) => {
    const answers = [respond()]
    handlers[`POST /customers/${ana}/visits`] = () => answers.shift() ?? visit()
    handlers['POST /app/customers/a7k2m9x4q1w8e5r3t6y0uiopzx/visits'] = () => refusal(404, 'HTTP_404')
    handlers['POST /visits'] = () => refusal(404, 'HTTP_404')
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    const [first, second] = sentTo(`POST /customers/${ana}/visits`)
    expect(second?.key).toBe(first?.key)
  })

  test.each([
    [
      { settled: true, visitedAt: '2026-11-20T10:02:00Z', registeredBy: 'Luis' },
      'Ya estaba sellada a las 11:02 por Luis.',
    ],
    [{ waiting: true }, 'contará cuando el propietario la acepte'],
    [{ replayed: true, deletedAt: '2026-11-20T09:59:00Z' }, 'Esa visita se registró y después se eliminó.'],
  ])('without a stamp shows the reason: %j', async (fields, words) => {
    handlers[`POST /customers/${ana}/visits`] = () => ({ ...visit(), ...fields })
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText(new RegExp(words))).toBeVisible()
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(screen.queryByText('Visita registrada')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
  })

  test('is registered when a server returns progress only', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => ({ progress: { count: 4, target: 10 } })
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
  })

  test('that cannot be stored shows the reason and what to do', async () => {
    const old = waitingVisit({ businessId: 'demobarberia', scannedAt: Date.now() - 73 * 60 * 60_000 })
    storedVisits.set('k', old)
    handlers['POST /customers/ana/visits'] = () => refusal(503, 'BUSY')
    renderCounter()
    await waitFor(() => expect(sentTo('POST /customers/ana/visits').length).toBeGreaterThan(0))
    scan(qr(ana))
    expect(await screen.findByText(/más de 72 horas/)).toBeVisible()
    expect(screen.getByText(/Apunta la visita en papel/)).toBeVisible()
    expect(sentTo(`POST /customers/${ana}/visits`)).toEqual([])
  })

  test('works without sound on the device', async () => {
    localStorage.setItem('axioma.counter', '{"sound":true,"vibration":true}')
    vi.stubGlobal('AudioContext', function refuse() {
      throw new DOMException('too many', 'NotSupportedError')
    })
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    scan(qr(luis))
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
  })

  test('that was being sent when the page was left is sent again with its key', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => new Promise<Response>(() => undefined)
    const { leave } = renderCounter()
    scan(qr(ana))
    scan(qr(luis))
    await waitFor(() => expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1))
    leave()
    handlers[`POST /customers/${ana.slice(0, 8)}/visits`] = () => visit()
    handlers[`POST /customers/${luis.slice(0, 8)}/visits`] = () => visit({}, 'Luis Tejada', luis)
    renderCounter()
    expect(await screen.findByText('Ana Gómez')).toBeVisible()
    expect(await screen.findByText('Luis Tejada')).toBeVisible()
    const [first, ...others] = sentTo(`POST /customers/${ana}/visits`)
    const [again, ...othersAgain] = sentTo(`POST /customers/${ana.slice(0, 8)}/visits`)
    expect(again?.key).toBe(first?.key)
    expect([...others, ...othersAgain]).toEqual([])
    expect(waitingVisits()).toEqual([])
  })

  test('is sent by itself when the network is back', async () => {
    const line = { isCut: true }
    handlers[`POST /customers/${ana}/visits`] = () => {
      if (line.isCut) throw new TypeError('the cable is out')
      return visit()
    }
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByText('Guardada en este dispositivo')).toBeVisible()
    line.isCut = false
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
  })

  test('typed while a button has the focus goes into the box', async () => {
    renderCounter()
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

  // Spec: checkin-12
  test('shows a barber when the next one is possible and who may authorize it now', async () => {
    renderCounter('BARBER')
    scan(qr(ana))
    expect(await screen.findByText('Ya se registró una visita hoy')).toHaveTextContent('⚠️')
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(screen.getByText('Mañana se le podrá poner otro sello.')).toBeVisible()
    expect(screen.getByText(/un administrador o el propietario/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Autorizar otra visita' })).toBeNull()
  })

  test('can be authorized after a scan that was stored before the page was left', async () => {
    const answerSameDay = handlers[`POST /customers/${ana}/visits`] ?? sameDay
    const storedCall = `POST /customers/${ana.slice(0, 8)}/visits`
    const cutLine = () => {
      throw new TypeError('the cable is out')
    }
    Object.assign(handlers, { [`POST /customers/${ana}/visits`]: cutLine, [storedCall]: cutLine })
    const { leave } = renderCounter('ADMIN')
    scan(qr(ana))
    expect(await screen.findByText('Guardada en este dispositivo')).toBeVisible()
    leave()
    renderCounter('ADMIN')
    await waitFor(() => expect(sentTo(storedCall)).not.toHaveLength(0))
    scan(qr(ana))
    expect(await screen.findByText('Guardada en este dispositivo')).toBeVisible()
    expect(waitingVisits()).toHaveLength(1)
    handlers[`POST /customers/${ana}/visits`] = answerSameDay
    await userEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }))
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Autorizar otra visita' }))
    await userEvent.click(screen.getByRole('button', { name: 'Sí, autorizar' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${ana}/visits`).at(-1)?.body).toEqual({ authorized: true })
  })

  // Spec: states-14
  test.each(['ADMIN', 'OWNER', 'SUPERADMIN'] as const)('can be authorized by %s', async (role) => {
    renderCounter(role)
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Autorizar otra visita' }))
    expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Sí, autorizar' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    const [first, second] = sentTo(`POST /customers/${ana}/visits`)
    expect(second?.body).toEqual({ authorized: true })
    expect(second?.key).not.toBe(first?.key)
  })

  // Spec: checkin-8
  test('by phone shows its customer', async () => {
    handlers['POST /customers/visits/by-phone'] = sameDay
    handlers['POST /customers/lookup'] = () => customer()
    renderCounter()
    await userEvent.type(box(), '612 34 56 78')
    await userEvent.click(screen.getByRole('button', { name: 'Sumar por teléfono' }))
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(screen.getByText('Ya se registró una visita hoy')).toBeVisible()
  })
})

describe('the camera', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })

  // Spec: checkin-4
  test('is opened and closed by one button', async () => {
    const getUserMedia = () => new Promise(() => undefined)
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    renderCounter()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara' }))
    expect(screen.getByLabelText('Imagen de la cámara')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar la cámara', pressed: true }))
    expect(screen.queryByLabelText('Imagen de la cámara')).toBeNull()
    expect(screen.getByRole('button', { name: 'Usar la cámara', pressed: false })).toBeVisible()
  })

  // Spec: checkin-5
  test('reports that the browser cannot use one', async () => {
    renderCounter()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara' }))
    expect(await screen.findByText('Este navegador no puede usar la cámara.')).toBeVisible()
    expect(box()).toHaveFocus()
  })

  // Spec: checkin-4, errors-19
  test('shows a refusal, can be reopened, and hides the message after the next result', async () => {
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    renderCounter()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara' }))
    const words = await screen.findByText('No se pudo acceder a la cámara.')
    expect(words).toHaveTextContent('❌ No se pudo acceder a la cámara.')
    expect(screen.queryByRole('button', { name: 'Cerrar la cámara' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Usar la cámara', pressed: false }))
    expect(await screen.findByText('No se pudo acceder a la cámara.')).toBeVisible()
    expect(getUserMedia).toHaveBeenCalledTimes(2)
    scan(qr(ana))
    await screen.findByText('Visita registrada')
    expect(screen.queryByText('No se pudo acceder a la cámara.')).toBeNull()
  })
})

test("a family’s card shows the family's name", async () => {
  handlers[`POST /customers/${ana}/visits`] = () => visit({ cardKind: 'FAMILY', familyName: 'Familia Rojas' })
  renderCounter()
  scan(qr(ana))
  expect(
    await screen.findByText(sentence('Los sellos van a la tarjeta de la familia: Familia Rojas')),
  ).toBeVisible()
})

test("today's count follows registered visits and adds the waiting ones", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z'), toFake: ['Date'] })
  let visits = 22
  handlers['GET /counter/today'] = () => ({ day: '2026-11-20', visits })
  handlers[`POST /customers/${ana}/visits`] = () => {
    visits++
    return visit()
  }
  handlers[`POST /customers/${luis}/visits`] = () => refusal(502, 'HTTP_502')
  renderCounter()
  expect(await screen.findByText('Hoy: 22 visitas')).toBeVisible()
  scan(qr(ana))
  expect(await screen.findByText('Hoy: 23 visitas')).toBeVisible()
  scan(qr(luis))
  expect(await screen.findByText('Hoy: 23 visitas + 1 sin enviar')).toBeVisible()
})

// Spec: checkin-10
test('the counter shows the note on hidden data', () => {
  renderCounter()
  const note = 'Los administradores ven los datos completos; el resto del equipo, solo una parte.'
  expect(screen.getByText(note)).toBeVisible()
})

test('the Back gesture closes an open answer, and nothing else', async () => {
  const watchers: { onclose?: () => void; destroy: () => void }[] = []
  class CloseWatcher {
    onclose?: () => void
    destroy = vi.fn<() => void>()
    constructor() {
      watchers.push(this)
    }
  }
  vi.stubGlobal('CloseWatcher', CloseWatcher)
  renderCounter()
  expect(watchers).toEqual([])
  scan(qr(ana))
  await screen.findByText('Visita registrada')
  expect(watchers).toHaveLength(1)
  expect(fireEvent.keyDown(document.body, { key: 'Escape' }), 'Escape is not for the watcher').toBe(false)
  act(() => watchers[0]?.onclose?.())
  expect(await screen.findByText('Listo para el siguiente')).toBeVisible()
  expect(watchers[0]?.destroy).toHaveBeenCalledOnce()
})
