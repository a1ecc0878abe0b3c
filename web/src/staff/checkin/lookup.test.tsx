import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { Customer } from '@/api/types'
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
} from '@/test/counter'
import { progress } from '@/test/examples'
import { gate } from '@/test/gate'

mockCounterServer()

describe('looking up a customer', () => {
  const respondWith = (...customers: Customer[]) => {
    handlers['GET /customers'] = () => ({ items: customers, total: customers.length, nextCursor: null })
  }

  // Spec: checkin-7, checkin-9
  test('a phone can be searched and the visit added by hand', async () => {
    respondWith()
    handlers['POST /customers/lookup'] = () => customer()
    renderCounter()
    await userEvent.type(box(), '+34 612 345 678')
    await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(sentTo('POST /customers/lookup')[0]?.body).toEqual({ phone: '+34612345678' })
    expect(screen.getByText('34•••••••42')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
  })

  test.each([
    ['by Enter only', false],
    ['by Enter and the list', true],
  ])('input during a search %s stays', async (_how, waitsForTheList) => {
    const { whenOpen, open } = gate()
    handlers['GET /customers'] = async () => {
      await whenOpen
      return { items: [customer()], total: 1, nextCursor: null }
    }
    renderCounter()
    fireEvent.change(box(), { target: { value: 'ana' } })
    if (waitsForTheList) await waitFor(() => expect(sentTo('GET /customers')).toHaveLength(1))
    fireEvent.submit(box())
    await waitFor(() => expect(sentTo('GET /customers')).toHaveLength(1))
    respondWith() // without this, the next match closes the card
    fireEvent.change(box(), { target: { value: '612' } })
    await waitFor(() =>
      expect(sentTo('GET /customers'), 'the list searches for the next text').toHaveLength(2),
    )
    open()
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(box()).toHaveValue('612')
    expect(box()).toHaveFocus()
  })

  // Spec: errors-18
  test('a failed search for a name shows an error', async () => {
    handlers['GET /customers'] = () => refusal(422, 'VALIDATION')
    renderCounter()
    await userEvent.type(box(), 'ana')
    expect(await screen.findByText('No se pudo buscar.')).toBeVisible()
  })

  // Spec: checkin-1
  test('Tab submits a phone, and moves from a name to the list', async () => {
    respondWith(customer())
    handlers['POST /customers/lookup'] = () => customer()
    renderCounter()
    await userEvent.type(box(), 'ana')
    await screen.findByRole('list', { name: 'Clientes que coinciden' })
    await userEvent.tab()
    expect(box()).toHaveValue('ana')
    expect(box()).not.toHaveFocus()
    scan('612345678', 'Tab')
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(sentTo('POST /customers/lookup')[0]?.body).toEqual({ phone: '612345678' })
  })

  test('an unknown phone is a warning that repeats the phone', async () => {
    respondWith()
    handlers['POST /customers/lookup'] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    renderCounter()
    await userEvent.type(box(), '699999999{Enter}')
    expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(box()).toHaveValue('')
    expect(screen.getByText('699999999')).toBeVisible()
  })

  test.each([
    ['phone', '699999999', { phone: '699999999' }, 'Crear cliente con este teléfono'],
    ['name', 'Zoe Marín', { name: 'Zoe Marín' }, 'Crear cliente con este nombre'],
  ])('an unknown %s prefills the form of a new customer', async (_what, input, state, act) => {
    respondWith()
    handlers['POST /customers/lookup'] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    const { history } = renderCounter('ADMIN')
    await userEvent.type(box(), `${input}{Enter}`)
    await userEvent.click(await screen.findByRole('link', { name: act }))
    await waitFor(() => expect(history.location).toMatchObject({ pathname: '/app/customers/new', state }))
  })

  test('a name typed after an unknown phone replaces it in the form of a new customer', async () => {
    respondWith()
    handlers['POST /customers/lookup'] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    const { history } = renderCounter('ADMIN')
    await userEvent.type(box(), '699999999{Enter}')
    await screen.findByRole('link', { name: 'Crear cliente con este teléfono' })
    await userEvent.type(box(), 'Z')
    expect(screen.queryByRole('link', { name: /^Crear cliente/ })).toBeNull()
    await userEvent.type(box(), 'oe Marín{Enter}')
    await userEvent.click(await screen.findByRole('link', { name: 'Crear cliente con este nombre' }))
    await waitFor(() => expect(history.location.state).toMatchObject({ name: 'Zoe Marín' }))
    expect(history.location.state).not.toHaveProperty('phone')
  })

  test('the matches of a shared phone disappear with the next text', async () => {
    respondWith(customer())
    handlers['POST /customers/lookup'] = () => refusal(409, 'SEVERAL_CUSTOMERS')
    renderCounter()
    await userEvent.type(box(), '699999999{Enter}')
    await screen.findByText('Elige quién es.')
    await userEvent.type(box(), 'z')
    expect(screen.queryByText('Elige quién es.')).toBeNull()
  })

  test('a text with digits is not offered as the name of a new customer', async () => {
    respondWith()
    renderCounter('ADMIN')
    await userEvent.type(box(), 'bono 7{Enter}')
    expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Crear cliente/ })).toBeNull()
  })

  test('a note is sent with the visit of a card opened by hand', async () => {
    respondWith(customer())
    renderCounter()
    await userEvent.type(box(), 'ana')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir nota' }))
    await userEvent.type(screen.getByLabelText(/^Nota/), ' Barba {Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${ana}/visits`)[0]?.body).toMatchObject({ notes: 'Barba' })
  })

  test('a note survives a lapsed session', async () => {
    respondWith(customer())
    renderCounter()
    await userEvent.type(box(), 'ana')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir nota' }))
    await userEvent.type(screen.getByLabelText(/^Nota/), 'Barba')
    const lapse = vi.spyOn(session, 'isLapsed', 'get').mockReturnValue(true)
    cleanup()
    renderCounter()
    await userEvent.type(box(), 'ana')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    expect(await screen.findByLabelText(/^Nota/)).toHaveValue('Barba')
    lapse.mockRestore()
  })

  test.each(['Enter', 'Tab'])('a QR read into the note, ending in %s, is a scan and no note', async (end) => {
    respondWith(customer())
    renderCounter()
    await userEvent.type(box(), 'ana')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir nota' }))
    await userEvent.type(screen.getByLabelText(/^Nota/), 'Barba')
    await userEvent.paste(qr(luis))
    await userEvent.keyboard(`{${end}}`)
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(1)
    expect(sentTo(`POST /customers/${ana}/visits`)).toHaveLength(0)
  })

  // Spec: validation-29
  test.each([
    ['Buscar', 'POST /customers/lookup'],
    ['Sumar por teléfono', 'POST /customers/visits/by-phone'],
  ])("'%s' with an ambiguous phone offers the choice", async (act, call) => {
    respondWith(customer({ id: luis, name: 'Luis Tejada' }), customer())
    handlers[call] = () => refusal(409, 'SEVERAL_CUSTOMERS')
    renderCounter()
    // Runs at once, before the list of matches appears.
    fireEvent.change(box(), { target: { value: '2345678' } })
    fireEvent.click(screen.getByRole('button', { name: act }))
    expect(await screen.findByText('Hay varios clientes con este teléfono.')).toHaveTextContent('⚠️')
    expect(panel()).toHaveAttribute('data-tone', 'warning')
    expect(box()).toHaveValue('')
    const list = await within(panel() as HTMLElement).findByRole('list', { name: 'Clientes que coinciden' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(within(list).getByRole('button', { name: 'Añadir visita a Luis Tejada' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(1)
  })

  test('a name lists the matches; arrows choose and Enter opens', async () => {
    respondWith(customer({ id: luis, name: 'Luis Tejada' }), customer())
    renderCounter()
    await userEvent.type(box(), 'te')
    const list = await screen.findByRole('list', { name: 'Clientes que coinciden' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(sentRequests.some(({ call }) => call.endsWith('/visits'))).toBe(false)
  })

  // Spec: checkin-13
  test('an open card closes when other matches appear', async () => {
    respondWith(customer())
    renderCounter('BARBER', ana)
    await screen.findByRole('button', { name: 'Añadir visita' })
    await userEvent.type(box(), 'te')
    await screen.findByRole('list', { name: 'Clientes que coinciden' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Añadir visita' })).toBeNull())
    expect(within(panel() as HTMLElement).queryByText('Ana Gómez')).toBeNull()
  })

  // Spec: checkin-13
  test('a visit that waits on the device shows the name that a search has loaded', async () => {
    respondWith(customer({ id: luis, name: 'Luis Tejada' }), customer())
    handlers[`POST /customers/${luis}/visits`] = () => new Response('<html>', { status: 502 })
    handlers[`POST /customers/nobody7x4q1w8e5r3t6y0uiopz/visits`] = () =>
      new Response('<html>', { status: 502 })
    renderCounter()
    await userEvent.type(box(), 'te')
    await screen.findByRole('list', { name: 'Clientes que coinciden' })
    await userEvent.clear(box())
    scan(qr(luis))
    expect(await screen.findByText('Luis Tejada')).toBeVisible()
    scan(qr('nobody7x4q1w8e5r3t6y0uiopz'))
    expect(await screen.findByText('Cliente del QR nobody7x')).toBeVisible()
  })

  // Spec: checkin-13
  test('a match with a visit today has no visit button, because the visit would be refused', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T22:30:00Z') }) // 23:30 in Madrid
    respondWith(customer({ id: luis, name: 'Luis Tejada', lastVisitAt: '2026-11-19T23:30:00Z' }), customer())
    renderCounter()
    await userEvent.type(box(), 'te')
    const list = within(await screen.findByRole('list', { name: 'Clientes que coinciden' }))
    await waitFor(() =>
      expect(list.queryByRole('button', { name: 'Añadir visita a Luis Tejada' })).toBeNull(),
    )
    expect(list.getByText('Hoy ya vino')).toBeVisible()
    expect(list.getByRole('button', { name: 'Añadir visita a Ana Gómez' })).toBeVisible()
  })

  test('the list of an earlier text stays visible and ignores clicks', async () => {
    respondWith(customer())
    renderCounter()
    await userEvent.type(box(), 'te')
    const list = await screen.findByRole('list', { name: 'Clientes que coinciden' })
    const { whenOpen, open } = gate()
    handlers['GET /customers'] = async () => {
      await whenOpen
      return { items: [customer({ id: luis, name: 'Luis Tejada' })], total: 1, nextCursor: null }
    }
    await userEvent.type(box(), 'j')
    const add = within(list).getByRole('button', { name: 'Añadir visita a Ana Gómez' })
    expect(list).toHaveAttribute('data-stale')
    expect(add).toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(add)
    fireEvent.click(within(list).getByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    expect(box(), 'no visit was registered and no card opened').toHaveValue('tej')
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita a Luis Tejada' }))
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(1)
    expect(sentTo(`POST /customers/${ana}/visits`)).toEqual([])
  })

  test('Enter opens the match of the current text', async () => {
    handlers['GET /customers'] = () => ({ items: [customer()], total: 1, nextCursor: null })
    renderCounter()
    await userEvent.type(box(), 'te')
    await screen.findByRole('list', { name: 'Clientes que coinciden' })
    respondWith(customer({ id: luis, name: 'Luis Tejada' }))
    handlers[`GET /customers/${luis}`] = () => customer({ id: luis, name: 'Luis Tejada' })
    handlers[`GET /customers/${luis}/progress`] = () => progress()
    await userEvent.type(box(), 'jada{Enter}')
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
  })

  test('part of a phone lists the matches, and Enter opens the marked one', async () => {
    respondWith(
      customer({ id: luis, name: 'Luis Tejada', phone: '+34612345678' }),
      customer({ phone: '+34661234567' }),
    )
    handlers[`GET /customers/${luis}`] = () => customer({ id: luis, name: 'Luis Tejada' })
    handlers[`GET /customers/${luis}/progress`] = () => progress()
    renderCounter('ADMIN')
    await userEvent.paste('6123456')
    await screen.findByText('Intro abre la tarjeta de Luis Tejada.')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
  })

  test('a whole phone prefers its exact match to a longer number', async () => {
    respondWith(
      customer({ id: luis, name: 'Luis Tejada', phone: '+496123456789' }),
      customer({ phone: '+34612345678' }),
    )
    renderCounter('ADMIN')
    await userEvent.paste('612345678')
    await screen.findByText('Intro abre la tarjeta de Ana Gómez.')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
  })

  // Spec: validation-30
  test('Enter looks up a whole e-mail', async () => {
    respondWith()
    handlers['POST /customers/lookup'] = () => customer()
    renderCounter()
    await userEvent.type(box(), 'Ana@Correo.test{Enter}')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(sentTo('POST /customers/lookup')[0]?.body).toEqual({ email: 'Ana@Correo.test' })
  })

  // Spec: checkin-9
  test('a match opens its card on the same screen', async () => {
    respondWith(customer({ id: luis, name: 'Luis Tejada' }), customer())
    renderCounter()
    await userEvent.type(box(), 'te')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana Gómez' }))
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(sentRequests.some(({ call }) => call.endsWith('/visits'))).toBe(false)
  })

  // Spec: checkin-9
  test('a visit can be added from the list', async () => {
    respondWith(customer({ id: luis, name: 'Luis Tejada' }), customer())
    renderCounter()
    await userEvent.type(box(), 'te')
    const add = await screen.findByRole('button', { name: 'Añadir visita a Luis Tejada' })
    expect(add).toHaveTextContent(/^Añadir visita$/)
    await userEvent.click(add)
    expect(await screen.findByText('Visita registrada')).toBeVisible()
    expect(sentTo(`POST /customers/${luis}/visits`)).toHaveLength(1)
  })
})

describe('the shown customer', () => {
  const record = (name = 'Abrir detalle') => screen.findByRole('link', { name })

  // Spec: checkin-9
  test.each(['BARBER', 'ADMIN', 'OWNER', 'SUPERADMIN'] as const)('links %s to the record', async (role) => {
    const { goTo } = renderCounter(role)
    scan(qr(ana))
    expect(await record(), 'after a visit').toHaveAttribute('href', `/app/customers/${ana}`)
    await userEvent.click(screen.getByRole('button', { name: 'Ver sus datos' }))
    expect(await screen.findByRole('button', { name: 'Añadir visita' })).toBeVisible()
    expect(await record(), 'on the card').toHaveAttribute('href', `/app/customers/${ana}`)

    handlers[`POST /customers/${ana}/visits`] = sameDay
    await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Ya se registró una visita hoy')).toBeVisible()
    expect(await record(), 'after a refused second visit').toHaveAttribute('href', `/app/customers/${ana}`)

    goTo(ana)
    expect(await screen.findByText('Tarjeta de')).toBeVisible()
    expect(await record(), 'from the address').toHaveAttribute('href', `/app/customers/${ana}`)

    handlers['GET /customers'] = () => ({ items: [customer()], total: 1, nextCursor: null })
    await userEvent.type(box(), 'ana')
    expect(await record('Abrir detalle de Ana Gómez')).toHaveAttribute('href', `/app/customers/${ana}`)
  })

  // Spec: checkin-9
  test('is shown again on the way back from the record', async () => {
    const { history } = renderCounter()
    scan(qr(ana))
    await userEvent.click(await record())
    await waitFor(() => expect(history.location.pathname).toBe(`/app/customers/${ana}`))
    history.back()
    await waitFor(() => expect(history.location.href).toBe(`/staff/checkin?cid=${ana}`))
  })
})

describe('a customer in the address', () => {
  test('opens the card without registering a visit', async () => {
    renderCounter('BARBER', ana)
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
    expect(sentRequests.some(({ call }) => call.endsWith('/visits'))).toBe(false)
  })

  test('is removed when the counter shows another customer', async () => {
    const { onTurnAway, goTo } = renderCounter('BARBER', ana)
    await screen.findByRole('heading', { name: 'Ana Gómez' })
    expect(onTurnAway).not.toHaveBeenCalled()
    scan(qr(luis))
    await screen.findByRole('heading', { name: 'Luis Tejada' })
    await waitFor(() => expect(onTurnAway).toHaveBeenCalled())
    goTo(null)
    expect(screen.getByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
  })

  test('shows that the card is loading and offers no visit yet', async () => {
    let answer: (value: Response) => void = () => undefined
    handlers[`GET /customers/${ana}`] = () => new Promise<Response>((resolve) => (answer = resolve))
    renderCounter('BARBER', ana)
    expect(await screen.findByText('Abriendo la tarjeta…')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Añadir visita' })).toBeNull()
    await waitFor(() => expect(sentTo(`GET /customers/${ana}`)).toHaveLength(1))
    await act(async () => answer(Response.json(customer())))
    expect(await screen.findByRole('button', { name: 'Añadir visita' })).toBeVisible()
  })

  test('shows why the card cannot be loaded, with a retry', async () => {
    const answers = [refusal(503, 'BUSY', 'El servidor está ocupado.')]
    handlers[`GET /customers/${ana}`] = () => answers.shift() ?? customer()
    renderCounter('BARBER', ana)
    expect(await screen.findByText('El servidor está ocupado.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
  })

  test('is a warning when unknown', async () => {
    handlers[`GET /customers/${ana}`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    handlers[`GET /customers/${ana}/progress`] = () => refusal(404, 'CUSTOMER_NOT_FOUND')
    renderCounter('BARBER', ana)
    expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
    expect(screen.getByText(/Puede que su ficha se haya eliminado/)).toBeVisible()
    expect(panel()).toHaveAttribute('data-tone', 'warning')
  })
})
