import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirstStep } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { DashboardScreen } from './DashboardScreen'
import { quiet } from './examples'
import { FirstSteps } from './FirstSteps'
import { OwedFacts } from './WeekFacts'

const server = mockServer()

const order = ['LOOK', 'LEGAL', 'TARGETS', 'POSTER', 'STAFF', 'CUSTOMER', 'PAPER', 'STAMP'] as const

const steps = (doneSteps: readonly FirstStep['step'][], markedSteps: readonly FirstStep['step'][] = []) => ({
  hidden: false,
  items: order.map((step) => ({ step, done: doneSteps.includes(step), marked: markedSteps.includes(step) })),
})

const findSteps = async () => within(await screen.findByRole('region', { name: 'Para empezar' }))

test('the first steps lead an owner from the colour to the first stamp, each to its screen', async () => {
  server.respond('get', '/business/first-steps', steps([]))
  await renderScreen(<FirstSteps />)
  const links = (await findSteps()).getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/app/settings?seccion=tarjeta',
    '/app/settings?seccion=legal',
    '/app/settings?seccion=tarjeta',
    '/app/settings?seccion=cartel',
    '/app/users',
    '/app/customers/new',
    '/staff/checkin',
    '/app/importar',
    '/ayuda/tarjetas-de-papel',
    '/staff/checkin',
    '/ayuda/primeros-pasos',
  ])
})

test('each step says in words whether it is done', async () => {
  server.respond('get', '/business/first-steps', steps(['LEGAL', 'STAFF']))
  await renderScreen(<FirstSteps />)
  const panel = await findSteps()
  expect(panel.getByText('2 de 8 hechos')).toBeVisible()
  const [look, legal] = panel.getAllByRole('listitem')
  expect(look).toHaveTextContent('Pendiente')
  expect(legal).toHaveTextContent('Hecho')
  expect(legal).not.toHaveTextContent('Lo pide la ley')
})

test('shows that all steps are done until the owner confirms it', async () => {
  server.respond('get', '/business/first-steps', steps(order))
  server.respond('patch', '/business/first-steps', { hidden: true, items: [] })
  await renderScreen(<FirstSteps />)
  expect(await screen.findByRole('region', { name: 'Todo listo' })).toBeVisible()
  expect(screen.queryByText('Para empezar')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  await waitFor(() => expect(screen.queryByText('Todo listo')).toBeNull())
  expect(server.requests.at(-1)?.body).toEqual({ hidden: true })
})

test('the step for paper cards links to the counter and to the import', async () => {
  server.respond('get', '/business/first-steps', steps([]))
  await renderScreen(<FirstSteps />)
  const href = async (name: string) => (await findSteps()).getByRole('link', { name }).getAttribute('href')
  expect(await href('Uno a uno en el mostrador')).toBe('/staff/checkin')
  expect(await href('Desde un archivo')).toBe('/app/importar')
})

test('dismissed first steps are not shown', async () => {
  server.respond('get', '/business/first-steps', { hidden: true, items: [] })
  await renderScreen(<FirstSteps />)
  await waitForResponses(server)
  expect(server.requests).toHaveLength(1)
  expect(screen.queryByText('Para empezar')).toBeNull()
})

test('the owner marks a step that the data cannot show, and unmarks it', async () => {
  server.respond('get', '/business/first-steps', steps([]))
  server.respond('post', '/business/first-steps', steps(['STAFF'], ['STAFF']))
  await renderScreen(<FirstSteps />)
  const panel = await findSteps()
  expect(panel.queryByRole('button', { name: /Completa tus datos legales/ })).toBeNull()
  await userEvent.click(panel.getByRole('button', { name: 'Dar por hecho: Invita a tu equipo' }))
  await waitFor(() => expect(panel.getByText('1 de 8 hechos')).toBeVisible())
  server.respond('post', '/business/first-steps', steps([]))
  await userEvent.click(panel.getByRole('button', { name: 'Dejar pendiente: Invita a tu equipo' }))
  await waitFor(() => expect(panel.getByText('0 de 8 hechos')).toBeVisible())
  const bodies = server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies).toEqual([
    { step: 'STAFF', done: true },
    { step: 'STAFF', done: false },
  ])
})

test('the owner dismisses the first steps', async () => {
  server.respond('get', '/business/first-steps', steps([]))
  server.respond('patch', '/business/first-steps', { hidden: true, items: [] })
  await renderScreen(<FirstSteps />)
  await userEvent.click((await findSteps()).getByRole('button', { name: 'No mostrar más' }))
  await waitFor(() => expect(screen.queryByText('Para empezar')).toBeNull())
  expect(server.requests.at(-1)?.body).toEqual({ hidden: true })
})

test('only the kinds of rewards that are owed are named', async () => {
  await renderScreen(<OwedFacts owed={{ free: 0, half: 0, others: 1, customers: 1, value: 0 }} />)
  expect(screen.getByText('1 descuento de bienvenida.')).toBeVisible()
})

test.each([
  ['are above the week until the first stamp', [], Node.DOCUMENT_POSITION_FOLLOWING],
  ['are below the week after the first stamp', ['STAMP'], Node.DOCUMENT_POSITION_PRECEDING],
] as const)('the first steps of a business %s', async (_, doneSteps, position) => {
  server.respond('get', '/business/first-steps', steps(doneSteps))
  server.respond('get', '/business/week', quiet)
  server.respond('get', '/business', { name: 'Barbería Uno' })
  server.respond('get', '/registrations/unverified', { days: [], discards: [] })
  for (const path of ['/visits/waiting', '/visits/removal-requests'])
    server.respond('get', path, { items: [] })
  for (const path of ['/released-phones', '/customers', '/users']) {
    server.respond('get', path, { items: [], total: 0, nextCursor: null })
  }
  server.respond('options', '/customers/wa/status', null, 204)
  await renderScreen(<DashboardScreen />, 'OWNER')
  const list = await screen.findByRole('region', { name: 'Para empezar' })
  const week = await screen.findByRole('region', { name: '¿Cuántos vinieron?' })
  expect(list.compareDocumentPosition(week)).toBe(position)
})
