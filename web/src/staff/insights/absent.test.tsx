import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { AbsenceReport } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'

import './AbsentInsightScreen'

const server = mockServer()

const absent: AbsenceReport = {
  lost: {
    all: 12,
    toInvite: 2,
    withoutConsent: 5,
    withoutPhone: 0,
    unverifiedPhone: 0,
    minors: 0,
    invited: 4,
    heldBack: 1,
  },
  atRisk: {
    all: 1,
    toInvite: 1,
    withoutConsent: 0,
    withoutPhone: 0,
    unverifiedPhone: 0,
    minors: 0,
    invited: 0,
    heldBack: 0,
  },
  recovered: 3,
  recoveredPeriod: { from: '2026-10-30', to: '2026-11-26' },
  holdsBack: true,
  invited: { part: 30, total: 100, percent: 30 },
  heldBack: { part: 3, total: 12, percent: null },
  effectPeriod: { from: '2025-11-26', to: '2026-11-11' },
}
const missing = (number: number) => ({
  customerId: `c${number}`,
  name: `Cliente Número ${number}`,
  phone: '+34600111222',
  lastVisitAt: '2026-09-01T10:00:00Z',
  usualGapDays: 20,
  silentDays: 87,
  greetedAt: null,
  greetingUndoableUntil: null,
  greeting: 'NOW',
})

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/reports/absent', absent)
  server.respond('get', '/reports/absent/customers', {
    items: [missing(1), missing(2)],
    total: 2,
    nextCursor: null,
  })
})

test('opens WhatsApp with a text that says how to opt out, and records the invitation', async () => {
  const greetedAt = new Date().toISOString()
  const undoable = {
    greetedAt,
    greetingUndoableUntil: new Date(Date.now() + 86_400_000).toISOString(),
  }
  server.respond('post', '/customers/c1/greeting', undoable)
  openApp('/app/informes/falta')
  const write = await screen.findByRole('link', { name: 'Escribir a Cliente Número 1 por WhatsApp' })
  const text = new URL(write.getAttribute('href') ?? '').searchParams.get('text')
  expect(text).toMatch(/^Hola, Cliente\. Te escribimos de .*responde BAJA\.$/)
  write.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(write)
  expect(await screen.findByText('Escrito hoy')).toBeVisible()
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ invites: true })
  expect(screen.getByRole('link', { name: /Cliente Número 2 por WhatsApp/ })).toBeVisible()
  server.respond('delete', '/customers/c1/greeting', { code: 'GREETING_TOO_LATE', message: 'Tarde.' }, 409)
  await userEvent.click(await screen.findByRole('button', { name: 'No lo envié: Cliente Número 1' }))
  expect(await screen.findByText('Tarde.')).toBeVisible()
  server.respond('delete', '/customers/c1/greeting', {})
  await userEvent.click(screen.getByRole('button', { name: 'No lo envié: Cliente Número 1' }))
  expect(await screen.findByRole('link', { name: 'Escribir a Cliente Número 1 por WhatsApp' })).toHaveFocus()
  expect(server.requests.find(({ method }) => method === 'DELETE')?.search.get('at')).toBe(greetedAt)
})

test('shows the number of absent customers first, and the effect of invitations above the list', async () => {
  openApp('/app/informes/falta')
  expect(
    await screen.findByText('12 clientes han dejado de venir y 1 está en riesgo. Puedes escribir a 3.'),
  ).toBeVisible()
  const effect = screen.getByRole('heading', { name: '¿Sirve escribir?' })
  const write = await screen.findByRole('link', { name: 'Escribir a Cliente Número 1 por WhatsApp' })
  expect(effect.compareDocumentPosition(write)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('link', { name: '12 Han dejado de venir' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(screen.getByRole('link', { name: '3 Han vuelto' }))
  expect(await screen.findByRole('heading', { name: 'Han vuelto' })).toBeVisible()
})

test('counts the customers who are not listed and says why', async () => {
  openApp('/app/informes/falta')
  const lostSection = (await screen.findByRole('heading', { name: 'Han dejado de venir' })).closest('section')
  expect(lostSection).toHaveTextContent(
    '2 por escribir4 ya con tu mensaje en los últimos 30 días5 no han aceptado publicidad1 queda aparte',
  )
})

test('compares invited with held-back customers only from 20 of each', async () => {
  openApp('/app/informes/falta')
  expect(await screen.findByText('Hacen falta 20 personas en cada grupo para comparar.')).toBeVisible()
  expect(
    screen.getByRole('rowheader', { name: /^Sin mensaje ?12 clientes$/ }).closest('tr'),
  ).toHaveTextContent('3–')
})

test('shows by how many points invited customers came back more often', async () => {
  server.respond('get', '/reports/absent', { ...absent, heldBack: { part: 3, total: 20, percent: 15 } })
  openApp('/app/informes/falta')
  expect(await screen.findByText('15 puntos más con mensaje.')).toBeVisible()
})

test('lists which customers were invited, when and by whom', async () => {
  server.respond('get', '/reports/absent/greetings', {
    items: [
      {
        id: 'g1',
        customerId: 'c9',
        name: 'Ana Gil',
        userName: 'Bea Ruiz',
        at: '2026-11-01T10:00:00Z',
        cameBack: true,
        undoableUntil: '2026-11-02T10:00:00Z',
      },
      {
        id: 'g2',
        customerId: 'c8',
        name: 'Luis Gil',
        userName: 'Bea Ruiz',
        at: '2999-11-01T10:00:00Z',
        cameBack: false,
        undoableUntil: '2999-11-02T10:00:00Z',
      },
    ],
    total: 2,
    nextCursor: null,
  })
  openApp('/app/informes/falta?lista=escritos')
  const ana = (await screen.findByRole('link', { name: 'Ana Gil' })).closest('li')
  expect(ana).toHaveTextContent(/Bea Ruiz/)
  expect(ana).toHaveTextContent('Ha venido')
  expect(within(ana as HTMLElement).queryByRole('button')).toBeNull()
  server.respond('delete', '/customers/c8/greeting', {})
  await userEvent.click(screen.getByRole('button', { name: 'No lo envié: Luis Gil' }))
  expect(await screen.findByText('Anotado: no le has escrito.')).toBeVisible()
})

test('each list of customers shows how many it has', async () => {
  server.respond('get', '/reports/absent/greetings', { items: [], total: 25, nextCursor: null })
  openApp('/app/informes/falta')
  const lists = within(await screen.findByRole('navigation', { name: 'Qué lista ver' }))
  expect(await lists.findByRole('link', { name: '25 Ya les has escrito' })).toBeVisible()
  expect(lists.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '12 Han dejado de venir',
    '1 En riesgo',
    '3 Han vuelto',
    '25 Ya les has escrito',
  ])
})
