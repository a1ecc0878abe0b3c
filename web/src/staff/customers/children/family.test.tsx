import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { FamilyOffer } from '@/api/types'
import { id, mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { list, progress, reward } from '@/test/examples'
import { sentence } from '@/test/sentence'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer('familia')

const effect = (customerId: string, customerName: string, count: number) => ({
  customerId,
  customerName,
  before: progress({ count }),
  after: progress({ cardKind: 'FAMILY', familyName: 'Familia de Ana Gómez', count: 0 }),
})
const offer: FamilyOffer = {
  familyId: null,
  name: 'Familia de Ana Gómez',
  policy: 'POOL',
  effects: [effect('ana0123456789', 'Ana Gómez', 4), effect('leo', 'Leo Gil', 3)],
}
const nothing: FamilyOffer = { ...offer, effects: [] }
const family = { id: 'f1', name: offer.name, policy: 'POOL', membersCount: 2, members: [] }

beforeEach(() => {
  localStorage.clear()
  server.respond('get', `${path}/children`, list([]))
  server.respond('get', `${path}/family/offer`, offer)
})

const acceptRequests = () =>
  sentRequests('POST').filter(({ path: requestPath }) => requestPath === `${path}/family`)
const offerRegion = () => region('Juntar las visitas')

// Spec: families-2
test('a guardian and their children become a family after a preview', async () => {
  await open('ADMIN')
  expect(await screen.findByText(sentence(/^Ana y Leo pueden sumar en una sola tarjeta/))).toBeVisible()
  await press('Crear la familia de Ana Gómez')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Crear la familia de Ana Gómez?' }))
  expect(dialog.getByRole('heading', { name: 'Leo Gil' })).toBeVisible()
  expect(dialog.getByText('3 de 10')).toBeVisible()
  expect(acceptRequests()).toEqual([])
  server.respond('post', `${path}/family`, family, 201)
  server.respond('get', `${path}/family/offer`, nothing)
  await userEvent.click(dialog.getByRole('button', { name: 'Crear la familia' }))
  expect(await screen.findByText(/^Ya están en una familia/)).toHaveFocus()
  expect(offerRegion().getByRole('link', { name: 'Abrir la familia de Ana Gómez' })).toHaveAttribute(
    'href',
    '/app/familias/f1',
  )
  expect(acceptRequests()[0]?.body).toEqual({ familyId: null, customerIds: ['ana0123456789', 'leo'] })
  expect(acceptRequests()[0]?.headers.get('Idempotency-Key')).toBeTruthy()
})

test("a child joins the guardian's family", async () => {
  server.respond('get', `${path}/family/offer`, {
    ...offer,
    familyId: 'f1',
    name: 'Familia Gil',
    effects: [{ ...effect('leo', 'Leo Gil', 3), after: progress({ count: 2, rewards: [reward('FREE')] }) }],
  })
  await open('OWNER')
  const act = await screen.findByRole('button', { name: 'Añadir a Leo a la familia Gil' })
  const words = within(act).getByText(sentence('Añadir a Leo a la familia Gil'))
  expect(words, 'a column for each part').not.toHaveClass('flex')
  await userEvent.click(act)
  const dialog = within(await screen.findByRole('dialog', { name: '¿Añadir a Leo a la familia Gil?' }))
  expect(dialog.getByText('Podrá canjear además: 1 servicio gratis.')).toBeVisible()
  server.respond('post', `${path}/family`, family, 201)
  server.respond('get', `${path}/family/offer`, nothing)
  await userEvent.click(dialog.getByRole('button', { name: 'Añadir a Leo' }))
  expect(await screen.findByText(/^Ya están en una familia/)).toBeVisible()
  expect(acceptRequests()[0]?.body).toEqual({ familyId: 'f1', customerIds: ['leo'] })
})

test('customers with the same first name are shown with surnames', async () => {
  const effects = [...offer.effects, effect('ana2', 'Ana Gil', 0)]
  server.respond('get', `${path}/family/offer`, { ...offer, effects })
  await open('ADMIN')
  expect(await screen.findByText(sentence(/^Ana Gómez, Leo Gil y Ana Gil pueden/))).toBeVisible()
})

test('an outdated offer shows the refusal and the current offer', async () => {
  await open('ADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'Crear la familia de Ana Gómez' }))
  const dialog = within(await screen.findByRole('dialog'))
  const refusal = { code: 'FAMILY_OFFER_CHANGED', message: 'Mientras tanto ha cambiado.' }
  server.respond('post', `${path}/family`, refusal, 409)
  server.respond('get', `${path}/family/offer`, {
    ...offer,
    effects: [...offer.effects, effect('sol', 'Sol Gil', 1)],
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Crear la familia' }))
  expect(await dialog.findByText(/Mientras tanto ha cambiado/)).toBeVisible()
  expect(await dialog.findByRole('heading', { name: 'Sol Gil' })).toBeVisible()
  server.respond('get', `${path}/family/offer`, nothing)
  await userEvent.click(dialog.getByRole('button', { name: 'Crear la familia' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(offerRegion().getByText(/Mientras tanto ha cambiado/)).toBeVisible()
  expect(acceptRequests().map(({ body }) => body)).toEqual([
    { familyId: null, customerIds: ['ana0123456789', 'leo'] },
    { familyId: null, customerIds: ['ana0123456789', 'leo', 'sol'] },
  ])
})

test('a new offer after a refused one opens no dialog and shows no old refusal', async () => {
  await open('ADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'Crear la familia de Ana Gómez' }))
  const refusal = { code: 'FAMILY_OFFER_CHANGED', message: 'Mientras tanto ha cambiado.' }
  server.respond('post', `${path}/family`, refusal, 409)
  server.respond('get', `${path}/family/offer`, nothing)
  await userEvent.click(await screen.findByRole('button', { name: 'Crear la familia' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.respond('get', `${path}/family/offer`, offer)
  act(() => void window.dispatchEvent(new Event('visibilitychange'))) // refetches the queries
  const createButton = await screen.findByRole('button', { name: 'Crear la familia de Ana Gómez' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(createButton)
  expect(await screen.findByRole('dialog')).not.toHaveTextContent(/Mientras tanto ha cambiado/)
})

test('a link to the offer opens the dialog once', async () => {
  const router = await open('ADMIN')
  await act(() => router.navigate({ to: '/unauthorized' }))
  await act(() => router.navigate({ to: '/app/customers/$id', params: { id }, state: { family: true } }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => router.history.back())
  expect(await screen.findByText(/^No autorizado/)).toBeVisible()
  act(() => router.history.forward())
  expect(await screen.findByRole('button', { name: 'Crear la familia de Ana Gómez' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a declined offer hides its question and stays available', async () => {
  await open('ADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'Ahora no' }))
  const createButton = screen.getByRole('button', { name: 'Crear la familia de Ana Gómez' })
  expect(createButton).toHaveFocus()
  expect(screen.queryByText(/pueden sumar en una sola tarjeta/)).toBeNull()
})

test('a guardian without children gets no offer', async () => {
  server.respond('get', `${path}/family/offer`, nothing)
  await open('ADMIN')
  await waitFor(() =>
    expect(server.requests.some((request) => request.path.endsWith('/family/offer'))).toBe(true),
  )
  await waitForResponses(server)
  expect(screen.queryByRole('region', { name: 'Juntar las visitas' })).toBeNull()
})

test('a barber, who creates no families, sees no offer', async () => {
  await open('BARBER')
  await waitForResponses(server)
  expect(server.requests.filter(({ path: requestPath }) => requestPath.endsWith('/family/offer'))).toEqual([])
  expect(screen.queryByRole('region', { name: 'Juntar las visitas' })).toBeNull()
})
