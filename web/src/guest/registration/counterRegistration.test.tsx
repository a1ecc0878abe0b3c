import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publicBusiness } from '@/test/examples'
import { CounterRegistration } from './CounterRegistration'

const base = 'http://axioma.test/api/public'
const server = setupServer()
const replace = vi.fn()
const bodies: Record<string, unknown>[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  bodies.length = 0
  replace.mockReset()
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('location', {
    ...window.location,
    href: 'http://axioma.test/',
    origin: 'http://axioma.test',
    replace,
  })
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json(publicBusiness)))
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

function answer(body: object, status = 201) {
  server.use(
    http.post(`${base}/customers/register`, async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json(body, { status })
    }),
  )
}

async function fill(claim = '') {
  render(<CounterRegistration businessId="b1" />)
  await userEvent.type(await screen.findByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  if (claim) await userEvent.type(screen.getByLabelText(/Sellos de tu tarjeta de papel/), claim)
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
}

const storageText = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

test('returns to the counter with the customer, and stores nothing about them', async () => {
  answer({ id: 'c1234567890abcdef', name: 'Ana Ruiz', phone: '+34612345678' })
  await fill('7')
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/staff/checkin?cid=c1234567890abcdef'))
  expect(bodies[0]).toMatchObject({ businessId: 'b1', name: 'Ana Ruiz', atCounter: true, claimedStamps: 7 })
  expect(storageText()).not.toMatch(/Ana|612345678|c1234567890abcdef/)
})

test('a customer without a paper card claims no stamps', async () => {
  answer({ id: 'c1234567890abcdef' })
  await fill()
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).not.toHaveProperty('claimedStamps')
})

test('stores no draft of the input, and disables autofill for the next customer', async () => {
  render(<CounterRegistration businessId="b1" />)
  const name = await screen.findByLabelText('Nombre y apellidos')
  await userEvent.type(name, 'Ana Ruiz')
  expect(name).toHaveAttribute('autocomplete', 'off')
  expect(storageText()).not.toContain('Ana')
})

test('a known customer is referred to the staff, not to the portal', async () => {
  answer({ code: 'ALREADY_REGISTERED', message: 'Ya tienes tarjeta. Entra con tu móvil.' }, 409)
  await fill()
  expect(await screen.findByText('Díselo a quien te atiende: te encuentra por tu teléfono.')).toBeVisible()
  expect(screen.queryByRole('link', { name: /puntos/ })).toBeNull()
  expect(replace).not.toHaveBeenCalled()
})

test('a wrong number of stamps shows an error at its field', async () => {
  answer(
    { code: 'VALIDATION', message: 'No.', errors: [{ field: 'claimedStamps', message: 'De 0 a 100.' }] },
    422,
  )
  await fill('999')
  expect(screen.getByLabelText(/Sellos de tu tarjeta de papel/)).toHaveAccessibleDescription(
    /Escribe cuántos sellos traes, de 0 a 100\./,
  )
  expect(replace).not.toHaveBeenCalled()
})

test('an idle form returns to the counter, and so does one restored from the back/forward cache', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<CounterRegistration businessId="b1" />)
  act(() => void vi.advanceTimersByTime(2 * 60_000))
  act(() => void window.dispatchEvent(new Event('keydown')))
  act(() => void vi.advanceTimersByTime(2 * 60_000))
  expect(replace).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/staff/checkin')
  const pageShow = Object.assign(new Event('pageshow'), { persisted: true })
  act(() => void window.dispatchEvent(pageShow))
  expect(replace).toHaveBeenCalledTimes(2)
})
