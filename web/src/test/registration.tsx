import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { RegisterScreen } from '@/guest/registration/RegisterScreen'
import { publicBusiness } from './examples'

export const base = 'http://axioma.test/api/public'
export const registeredCustomer = {
  id: 'c1234567890abcdef',
  name: 'Ana Ruiz Gil', // as the server normalizes it
  phone: '+34612345678',
  qrUrl: '/api/pictures/of-ana.png',
  businessId: 'b1',
  businessName: 'Barbería Sur',
}
export const builtQr = `${base}/customers/${registeredCustomer.id}/qr.png`
export const saidQr = `http://axioma.test${registeredCustomer.qrUrl}`
const server = setupServer()

export function mockRegistrationServer() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined)
    server.use(
      http.get(`${base}/businesses/b1`, () => HttpResponse.json(publicBusiness)),
      http.get(`${base}/customers/${registeredCustomer.id}/phone-proof`, () =>
        HttpResponse.json({ verified: false, offered: false }),
      ),
    )
  })
  afterEach(() => {
    server.resetHandlers()
  })
  afterAll(() => server.close())
  return server
}

export const submit = () => screen.getByRole('button', { name: /Crear mi cuenta|Creando/ })

export async function open(businessId: string | null = 'b1') {
  render(<RegisterScreen businessId={businessId} />)
  await screen.findByRole('button', { name: 'Crear mi cuenta' })
}

export function reload() {
  cleanup()
  render(<RegisterScreen businessId="b1" />)
}

export async function fill() {
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
}

/** Answers registrations with the given responses in turn, and records the requests. */
export function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  const requests: { key: string | null; body: Record<string, unknown> }[] = []
  server.use(
    http.post(`${base}/customers/register`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      requests.push({ key: request.headers.get('Idempotency-Key'), body })
      return (answers[requests.length - 1] ?? answers.at(-1))?.()
    }),
  )
  return requests
}

export const success = () => HttpResponse.json(registeredCustomer, { status: 201 })
export const refusal = (status: number, problem: object, headers: Record<string, string> = {}) =>
  HttpResponse.json(problem, { status, headers })
