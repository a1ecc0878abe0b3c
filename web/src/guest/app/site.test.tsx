import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { device, session } from '@/api'
import type { Role } from '@/api/types'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { PublicApp } from './PublicApp'
// Loads the lazy screens before the tests.
import '@/guest/landing/LandingScreen'
import '@/guest/legal/LegalScreen'
import './StaffLogin'

const server = mockServer()
const replace = vi.fn<(address: string) => void>()

beforeEach(() => {
  replace.mockReset()
  vi.stubGlobal('location', { ...window.location, replace })
  server.respond('get', '/public/businesses/:id/legal', { businessName: 'Barbería Sur' })
  server.respond('get', '/public/fixed-business', {}, 404)
})

const open = (path: string) =>
  render(<PublicApp address={new URL(path, 'http://axioma.test')} />) && screen.findByRole('main')
const signIn = (role: Role, seconds = 600) =>
  localStorage.setItem(
    'axioma.session',
    JSON.stringify({
      token: tokenWith({ exp: inSeconds(seconds) }),
      role,
      email: 'a@x.test',
      businessId: 'b1',
    }),
  )
const linkAddress = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a visitor sees the landing page with the sign-in link', async () => {
  await open('/')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/tarjeta de sellos/)
  expect(linkAddress('Iniciar sesión')).toBe('/login')
  expect(linkAddress('Ir al contenido')).toBe('#content')
  expect(linkAddress('Privacidad')).toBe('/legal/privacidad')
  expect(replace).not.toHaveBeenCalled()
})

test.each<[Role, string]>([
  ['BARBER', '/app'],
  ['OWNER', '/app'],
  ['SUPERADMIN', '/cpanel'],
])('%s is redirected from the landing page to %s', async (role, home) => {
  signIn(role)
  await open('/')
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(home))
})

test('an expired session is not redirected from the landing page', async () => {
  signIn('OWNER', -60)
  await open('/')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/tarjeta de sellos/)
  expect(replace).not.toHaveBeenCalled()
})

test('the sign-in works before the staff app is loaded, and then opens the staff app', async () => {
  const signedIn = { token: tokenWith({ exp: inSeconds(600) }), role: 'SUPERADMIN', email: 'a@x.test' }
  server.respond('post', '/auth/login', signedIn)
  await open('/login')
  expect(await screen.findByLabelText('Correo electrónico')).toHaveFocus()
  expect(document.title).toBe('Iniciar sesión · Axioma')
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'a@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/cpanel'))
  expect(session.get()?.token).toBe(signedIn.token)
})

test('a sign-in that the browser cannot store shows an error and does not redirect', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  server.respond('post', '/auth/login', { token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER' })
  await open('/login')
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'a@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Tu navegador no deja guardar la sesión/)
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeEnabled()
  expect(replace).not.toHaveBeenCalled()
  session.end()
})

test.each(['revoked', 'over'] as const)('a %s device is redirected to the staff app', async (state) => {
  device.enrol({ id: 'd1', businessId: 'b1', name: 'Caja', token: 't' })
  device.revoke()
  if (state === 'over') device.finish(0)
  await open('/login')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/staff/checkin'))
  device.forget()
})

const portalSession = JSON.stringify({ token: 't', customerId: 'c', businessId: 'b7' })

test.each([
  ['the business of the staff session', () => signIn('BARBER'), 'b1'],
  ['the business of the portal session', () => localStorage.setItem('axioma.portal', portalSession), 'b7'],
])('a legal page without a business in its address shows %s', async (_, begin, business) => {
  begin()
  await open('/legal/privacidad')
  expect(await screen.findByText('Barbería Sur')).toBeVisible()
  expect(server.requests.map(({ path }) => path)).toEqual([`/public/businesses/${business}/legal`])
  expect(linkAddress('Cookies')).toBe(`/legal/cookies?bid=${business}`)
})

test('a signed-in user gets a link back from a legal page', async () => {
  signIn('OWNER')
  await open('/legal/aviso?bid=b9')
  expect(linkAddress('Ir a mi panel')).toBe('/app')
  expect(linkAddress('Cookies')).toBe('/legal/cookies?bid=b9')
})
