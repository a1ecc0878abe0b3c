import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCachedCard } from '@/api/cardCache'
import { PageDataContext } from '@/api/pageData'
import { endPortalSession, readPortalSession, startPortalSession } from '@/api/portalSession'
import type { Own, PortalCard } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { ownData, ownWith, signedIn } from '../examples'
import PortalPage from '../PortalPage'

const server = mockServer()
const replace = vi.fn<(address: string) => void>()

const none = { items: [], total: 0, nextCursor: null }
const card = (id: string, name: string, changes: Partial<PortalCard> = {}): PortalCard => ({
  id,
  name,
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
  child: false,
  grown: false,
  current: false,
  ...changes,
})
const ana = card(signedIn.customerId, 'Ana Ruiz')
const leo = card('leo0123456789', 'Leo Ruiz', { child: true })
const otherCard = card('ana9876543210', 'Ana Ruiz', { businessId: 'b2', businessName: 'Peluquería Norte' })

function opens({ id, name, child }: PortalCard, cards: readonly PortalCard[]) {
  const own: Own = { ...ownWith(), id, name, child }
  server.respond('get', '/portal/me', own)
  server.respond('get', '/portal/me/cards', {
    ...none,
    items: cards.map((other) => ({ ...other, current: other.id === id })),
    total: cards.length,
  })
}

beforeEach(() => {
  replace.mockClear()
  vi.stubGlobal('location', { ...window.location, replace })
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('get', '/portal/me/live', { code: 'NOT_FOUND', message: 'No.' }, 404)
  server.respond('get', '/portal/me/visits', none)
  server.respond('get', '/portal/me/rewards', none)
  for (const { id } of [ana, leo]) server.respond('get', `/public/customers/${id}/qr.png`, null, 404)
})
afterEach(endPortalSession)

const session = ({ id, name, businessId }: PortalCard) => ({
  ...signedIn,
  token: `token of ${id}`,
  access_token: `token of ${id}`,
  customerId: id,
  businessId,
  name,
})

const open = (path = '/portal/points') => render(<PortalPage address={new URL(path, 'http://axioma.test')} />)
const cardsOf = () => within(screen.getByRole('navigation', { name: 'Mis tarjetas' }))

test('a phone with one card shows no choice', async () => {
  opens(ana, [ana])
  startPortalSession(signedIn)
  open()
  expect(await screen.findByRole('region', { name: 'Tus hijos' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Mis tarjetas' })).toBeNull()
})

test('a minor with their own phone is not offered children, which the server refuses', async () => {
  opens(ana, [ana])
  server.respond('get', '/portal/me', ownWith({}, { canAddChildren: false }))
  startPortalSession(signedIn)
  open()
  expect(await screen.findByRole('region', { name: 'Resumen' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Tus hijos' })).toBeNull()
})

// Spec: portal-24
test('one tap opens another card, and the device stores the last one', async () => {
  opens(ana, [ana, leo])
  server.respond('post', `/portal/me/cards/${leo.id}/open`, session(leo))
  server.respond('post', `/portal/me/cards/${ana.id}/open`, session(ana))
  startPortalSession(signedIn)
  open()
  expect(await screen.findByRole('button', { name: 'Ana Ruiz', current: true })).toBeVisible()
  await waitFor(() => expect(readCachedCard()?.own.name).toBe('Ana Ruiz'))

  opens(leo, [ana, leo])
  await userEvent.click(cardsOf().getByRole('button', { name: 'Leo Ruiz' }))
  expect(await screen.findByText('Tarjeta de Leo Ruiz · la llevas tú')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Leo Ruiz', current: true })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Mis puntos' })).toHaveFocus()
  expect(screen.getByText('Esta es la tarjeta de Leo Ruiz.')).toHaveRole('status')
  expect(screen.getByRole('img', { name: 'Código QR personal de Leo Ruiz' })).toBeVisible()
  expect(readCachedCard()?.own.name).toBe('Leo Ruiz')
  expect(server.requests.findLast(({ path }) => path === '/portal/me')?.headers.get('Authorization')).toBe(
    `Bearer token of ${leo.id}`,
  )

  opens(ana, [ana, leo])
  await userEvent.click(cardsOf().getByRole('button', { name: 'Ana Ruiz' }))
  expect(await screen.findByRole('button', { name: 'Ana Ruiz', current: true })).toBeVisible()
  expect(readPortalSession()?.customerId).toBe(ana.id)
})

test('the row of cards stays and marks the open card while another one loads', async () => {
  opens(ana, [ana, leo])
  server.respond('post', `/portal/me/cards/${leo.id}/open`, session(leo))
  startPortalSession(signedIn)
  open()
  await screen.findByRole('navigation', { name: 'Mis tarjetas' })
  server.hold('get', '/portal/me')
  server.hold('get', '/portal/me/cards')
  await userEvent.click(cardsOf().getByRole('button', { name: 'Leo Ruiz' }))
  await waitFor(() => expect(readPortalSession()?.customerId).toBe(leo.id))
  expect(cardsOf().getByRole('button', { name: 'Leo Ruiz', current: true })).toBeVisible()
  expect(cardsOf().getByRole('button', { name: 'Ana Ruiz', current: false })).toBeVisible()
})

test('cards of several businesses show the business', async () => {
  opens(ana, [ana, otherCard])
  startPortalSession(signedIn)
  open()
  expect(await screen.findByRole('button', { name: 'Ana Ruiz Peluquería Norte' })).toBeVisible()
})

test('a card that cannot be opened leaves the current one open', async () => {
  opens(ana, [ana, leo])
  server.respond(
    'post',
    `/portal/me/cards/${leo.id}/open`,
    { code: 'CUSTOMER_NOT_FOUND', message: 'No está.' },
    404,
  )
  startPortalSession(signedIn)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Leo Ruiz' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No está.')
  expect(readPortalSession()?.customerId).toBe(ana.id)
})

test("a guardian adds a child and opens the child's card", async () => {
  opens(ana, [ana])
  startPortalSession(signedIn)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir a un hijo o una hija' }))
  await userEvent.type(screen.getByLabelText('Nombre de tu hijo o hija'), 'Leo Ruiz')
  fireEvent.input(screen.getByLabelText('Fecha de nacimiento'), { target: { value: '2018-05-17' } })
  await userEvent.click(screen.getByRole('checkbox', { name: /doy mi consentimiento/ }))
  server.respond('post', '/portal/me/children', { id: leo.id, name: leo.name, qrUrl: '' }, 201)
  server.respond('post', `/portal/me/cards/${leo.id}/open`, session(leo))
  opens(ana, [ana, leo])
  await userEvent.click(screen.getByRole('button', { name: 'Añadir' }))
  expect(await screen.findByText('Leo Ruiz ya tiene su tarjeta')).toBeVisible()
  expect(await screen.findByRole('navigation', { name: 'Mis tarjetas' })).toBeVisible()
  opens(leo, [ana, leo])
  await userEvent.click(screen.getByRole('button', { name: 'Ver la tarjeta de Leo Ruiz' }))
  expect(await screen.findByText('Tarjeta de Leo Ruiz · la llevas tú')).toBeVisible()
})

test.each([
  ['in another tab', () => new StorageEvent('storage')],
  ['before the browser brings this page back', () => new PageTransitionEvent('pageshow')],
])('a card opened %s reloads this tab', async (_when, event) => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { ...window.location, replace, reload })
  opens(ana, [ana, leo])
  startPortalSession(signedIn)
  open()
  await screen.findByRole('navigation', { name: 'Mis tarjetas' })
  window.dispatchEvent(event())
  expect(reload).not.toHaveBeenCalled()
  startPortalSession(session(leo))
  window.dispatchEvent(event())
  expect(reload).toHaveBeenCalledOnce()
})

test('a card that is being chosen after a code ignores the session that another tab stores', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { ...window.location, replace, reload })
  opens(ana, [ana, leo])
  render(
    <PageDataContext.Provider value={{ business: null, session: session(ana) }}>
      <PortalPage address={new URL('/portal', 'http://axioma.test')} />
    </PageDataContext.Provider>,
  )
  expect(await screen.findByRole('heading', { name: '¿Qué tarjeta quieres ver?' })).toBeVisible()
  window.dispatchEvent(new StorageEvent('storage'))
  expect(reload).not.toHaveBeenCalled()
  expect(replace).not.toHaveBeenCalled()
})

test('a sign-in on another customer’s device replaces their session', async () => {
  opens(leo, [leo])
  startPortalSession(session(ana))
  render(
    <PageDataContext.Provider value={{ business: null, session: session(leo) }}>
      <PortalPage address={new URL('/portal', 'http://axioma.test')} />
    </PageDataContext.Provider>,
  )
  await waitFor(() => expect(replace.mock.calls).toEqual([['/portal/points']]))
  expect(readPortalSession()?.customerId).toBe(leo.id)
})

test('after a child’s erasure the guardian’s card is open, with a message', async () => {
  server.respond('get', '/portal/me/sessions', [])
  server.respond('get', '/portal/me/data', ownData({ name: leo.name, child: true }))
  opens(leo, [ana, leo])
  startPortalSession(session(leo))
  render(
    <ArmDelay value={0}>
      <PortalPage address={new URL('/portal/data', 'http://axioma.test')} />
    </ArmDelay>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Pedir el borrado' }))
  server.respond('post', `/portal/me/cards/${ana.id}/open`, session(ana))
  server.respond('post', '/portal/me/erasure', { ok: true })
  const erase = screen.getByRole('button', { name: 'Borrar sus datos' })
  await waitFor(() => expect(erase).toBeEnabled())
  server.respond('get', '/portal/me/data', ownData())
  await userEvent.click(erase)
  expect(await screen.findByText(sentence(/^Los datos de Leo Ruiz se han borrado/))).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Lo que sabemos de ti' })).toBeVisible()
  expect(readPortalSession()?.customerId).toBe(ana.id)
  expect(replace).not.toHaveBeenCalled()
})

test.each(['TRIAL', 'OFF'])(
  'the form for an own phone promises no message while WhatsApp is %s',
  async (whatsapp) => {
    opens(ana, [ana, { ...leo, grown: true }])
    server.respond('get', '/auth/customer/ways', { code: true, email: false, message: false, whatsapp })
    startPortalSession(signedIn)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Pasar la tarjeta a su propio móvil' }))
    const box = await screen.findByRole('checkbox', { name: 'Acepto mensajes de mi tarjeta por WhatsApp' })
    expect(box).toHaveAccessibleDescription(/Ahora no enviamos ninguno/)
    expect(screen.queryByText(/Quiero mi QR/)).toBeNull()
  },
)

test('a child aged fourteen takes over the card with their own consents', async () => {
  const grown = { ...leo, grown: true }
  opens(ana, [ana, grown])
  startPortalSession(signedIn)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Pasar la tarjeta a su propio móvil' }))
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Pasar la tarjeta' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  const ask = screen.getByRole('button', { name: 'Pasar la tarjeta a su propio móvil' })
  expect(ask).toHaveFocus()
  await userEvent.click(ask)
  await send()
  await waitFor(() => expect(screen.getByLabelText('Tu móvil')).toHaveFocus())
  await userEvent.type(screen.getByLabelText('Tu móvil'), '698765432')
  await send()
  const privacy = screen.getByRole('checkbox', { name: /política de privacidad/ })
  expect(privacy).toHaveAccessibleDescription(/hay que aceptar/)
  await userEvent.click(privacy)
  const path = `/portal/me/children/${leo.id}/own-phone`
  server.respond('post', path, { code: 'PHONE_TAKEN', message: 'Ese teléfono ya tiene tarjeta.' }, 409)
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('Ese teléfono ya tiene tarjeta.')
  server.respond('post', path, signedIn)
  opens(ana, [ana])
  const cardsAsked = () => server.requests.filter((request) => request.path === '/portal/me/cards').length
  const before = cardsAsked()
  await send()
  await waitFor(() => expect(cardsAsked()).toBe(before + 1))
  await waitFor(() => expect(server.pendingCount()).toBe(0))
  await act(async () => undefined)
  expect(screen.queryByText('Leo Ruiz ya ha cumplido 14 años')).toBeNull()
  expect(server.requests.findLast((request) => request.path === path)?.body).toEqual({
    phone: '+34698765432',
    acceptedPrivacy: true,
    whatsappOptIn: false,
    acceptedPromotions: false,
  })
  expect(readPortalSession()?.token).toBe(signedIn.token)
})

test('the form cannot be cancelled while a card is being moved to another phone', async () => {
  opens(ana, [ana, { ...leo, grown: true }])
  startPortalSession(signedIn)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Pasar la tarjeta a su propio móvil' }))
  await userEvent.type(screen.getByLabelText('Tu móvil'), '698765432')
  await userEvent.click(screen.getByRole('checkbox', { name: /política de privacidad/ }))
  server.hold('post', `/portal/me/children/${leo.id}/own-phone`)
  await userEvent.click(screen.getByRole('button', { name: 'Pasar la tarjeta' }))
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
})
