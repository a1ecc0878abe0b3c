import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { passLinksOf } from '@/api/walletLinks'
import { progress, publicBusiness, reward } from '@/test/examples'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { RegisterScreen } from './RegisterScreen'
import { registrationStore } from './registrationStore'
// Loads the lazy screen before the tests.
import './HolderQr'

const server = mockServer()
const ana = {
  ...passLinksOf({}),
  registrationToken: null,
  welcomeText: null,
  id: 'c1234567890abcdef',
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
}
const luz = { ...ana, id: 'c2234567890abcdef', name: 'Luz Gil', phone: '+34612345679' }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('get', '/public/businesses/b1', publicBusiness)
  server.respond('get', `/public/customers/${ana.id}`, {
    id: ana.id,
    businessId: 'b1',
    name: 'Ana Ruiz',
    phone: '34•••••••78',
    progress: null,
  })
  server.respond('get', `/public/customers/${ana.id}/visits`, { items: [], total: 0, nextCursor: null })
  server.respond('get', `/public/customers/${ana.id}/phone-proof`, { verified: true, offered: true })
})

async function scanAgain(customers: readonly (typeof ana)[], signedIn = false) {
  for (const customer of customers) registrationStore('b1').finish({ customer })
  sessionStorage.clear()
  cleanup()
  render(
    // The card is lazy, as on the page.
    <Suspense>
      <RegisterScreen businessId="b1" signedIn={signedIn} />
    </Suspense>,
  )
  await screen.findByRole('button', { name: 'Crear mi cuenta' })
}

const openCard = { name: 'Abrir mi tarjeta' }
const follow = async (link: HTMLElement) => {
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
}
const typedFields = () => JSON.parse(sessionStorage.getItem('axioma.portal.typed') ?? 'null')

describe('the poster on a second visit', () => {
  test('links to the portal on a device without a stored customer', async () => {
    await scanAgain([])
    expect(screen.getByText('¿Ya tienes tarjeta?')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toHaveAttribute('href', '/portal?bid=b1')
    expect(screen.queryByRole('button', openCard)).toBeNull()
  })

  test('opens the card with one tap on the device that registered', async () => {
    await scanAgain([ana])
    await userEvent.click(screen.getByRole('button', openCard))
    expect(await screen.findByRole('img', { name: 'Código QR personal' })).toBeVisible()
    expect(await screen.findByText('34•••••••78')).toBeVisible()
  })

  test('shows the stamps and the owed rewards in the words of the business', async () => {
    server.respond('get', `/public/customers/${ana.id}`, {
      id: ana.id,
      businessId: 'b1',
      name: 'Ana Ruiz',
      phone: '34•••••••78',
      progress: progress({ rewards: [{ ...reward('WELCOME'), promise: '20 % en tu primer corte' }] }),
    })
    await scanAgain([ana])
    await userEvent.click(screen.getByRole('button', openCard))
    expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Descuento de bienvenida' })).toHaveTextContent(
      '20 % en tu primer corte',
    )
  })

  test('links to the points while the device is signed in to the portal', async () => {
    await scanAgain([ana], true)
    expect(screen.getByRole('link', openCard)).toHaveAttribute('href', '/portal/points')
  })

  test("stores only the QR's id on the device", async () => {
    await scanAgain([ana])
    expect(localStorage.getItem('axioma.card.b1')).toBe(JSON.stringify({ id: ana.id }))
  })

  test('shows no card on a device with several registrations', async () => {
    await scanAgain([ana, luz])
    expect(screen.queryByRole('button', openCard)).toBeNull()
    await scanAgain([luz])
    expect(screen.queryByRole('button', openCard)).toBeNull()
  })

  test('shows no card after the form was opened for another person', async () => {
    registrationStore('b1').finish({ customer: ana })
    registrationStore('b1').startOver()
    await scanAgain([])
    expect(screen.queryByRole('button', openCard)).toBeNull()
  })

  test.each([
    [
      'where staff is signed in',
      'axioma.session',
      { token: tokenWith({ exp: inSeconds(600) }), role: 'BARBER', email: 'b@x.test', businessId: 'b1' },
    ],
    [
      'at the counter',
      'axioma.device',
      { id: 'd1', businessId: 'b1', name: 'Mostrador', token: 't', state: 'named' },
    ],
  ])('stores no customer %s', async (_, key, value) => {
    localStorage.setItem(key, JSON.stringify(value))
    await scanAgain([ana])
    expect(screen.queryByRole('button', openCard)).toBeNull()
  })

  test('removes a customer whose QR has ended', async () => {
    server.respond('get', `/public/customers/${ana.id}`, { code: 'CUSTOMER_NOT_FOUND', message: 'No' }, 404)
    await scanAgain([ana])
    await userEvent.click(screen.getByRole('button', openCard))
    expect(await screen.findByText('Este QR no vale')).toBeVisible()
    expect(screen.getByText(/tienes un QR nuevo/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toHaveAttribute('href', '/portal?bid=b1')
    await userEvent.click(screen.getByRole('button', { name: 'Registrarme' }))
    expect(await screen.findByRole('button', { name: 'Crear mi cuenta' })).toBeVisible()
    expect(localStorage.getItem('axioma.card.b1')).toBeNull()
  })
})

test('a phone with a card is prefilled in the portal and is in no URL', async () => {
  server.respond(
    'post',
    '/public/customers/register',
    { code: 'ALREADY_REGISTERED', message: 'Ya está.' },
    409,
  )
  await scanAgain([])
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  expect(await screen.findByText('Ya tienes tarjeta aquí')).toBeVisible()
  const [, link] = screen.getAllByRole('link', { name: 'Ver mis puntos' })
  if (!link) throw new Error('the refusal leads nowhere')
  expect(link).toHaveAttribute('href', '/portal?bid=b1')
  await follow(link)
  expect(typedFields()).toEqual({ phone: { prefix: '+34', number: '612345678' }, birthday: '' })
})
