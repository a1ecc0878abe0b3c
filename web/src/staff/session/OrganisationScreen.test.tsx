import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { OrganisationButton } from '@/shared/login/OrganisationButton'
import { saveReturnPath } from '@/shared/login/returnPath'
import { mockServer } from '@/test/server'
import { OrganisationScreen } from './OrganisationScreen'

const server = mockServer()
const leaveFor = vi.fn<(path: string) => void>()
const complete = '/auth/organisation/complete'

afterEach(() => {
  vi.restoreAllMocks()
  leaveFor.mockReset()
  window.history.replaceState(null, '', '/')
})

function comeBack(query: string) {
  window.history.replaceState(null, '', `/login/organizacion?${query}`)
  render(<OrganisationScreen leaveFor={leaveFor} />)
}

it("sends the provider's parameters once, and removes them from the address", async () => {
  server.respond('post', complete, { code: 'ORGANISATION_REFUSED', message: 'No se pudo entrar.' }, 401)
  comeBack('state=s1&code=c1')
  expect(screen.getByText('Entrando…')).toBeVisible()
  expect(window.location.search).toBe('')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo entrar.')
  expect(server.requests.map(({ body }) => body)).toEqual([{ state: 's1', code: 'c1' }])
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toHaveAttribute('href', '/login')
})

it.each([
  ['at the last page', '/cpanel?buscar=norte'],
  ['in the control panel', '/cpanel'],
])('continues %s', async (_, place) => {
  const operator = { email: 'olga@axioma.test', role: 'SUPERADMIN' } as const
  if (place !== '/cpanel') saveReturnPath(operator, place)
  server.respond('post', complete, { token: 't', id: 'u1', ...operator })
  comeBack('state=s1&code=c1')
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(place))
})

it('asks for the second factor', async () => {
  server.respond('post', complete, { token: 't', role: 'SUPERADMIN', secondFactor: 'CODE' })
  server.respond('get', '/auth/second-factor', { enrolledAt: '2026-01-01T00:00:00Z', codesLeft: 10 })
  comeBack('state=s1&code=c1')
  expect(await screen.findByRole('textbox')).toBeVisible()
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe('Bearer t')
})

it('shows that the provider refused the sign-in, and sends nothing', async () => {
  comeBack('error=access_denied&state=s1')
  expect(screen.getByText(/tu organización no ha confirmado quién eres/)).toBeVisible()
  expect(server.requests).toEqual([])
})

it('shows that the provider is unreachable, and enables the button again', async () => {
  server.respond(
    'post',
    '/auth/organisation',
    { code: 'ORGANISATION_UNAVAILABLE', message: 'No responde.' },
    503,
  )
  render(<OrganisationButton />)
  const button = screen.getByRole('button', { name: 'Entrar con tu organización' })
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('No responde.')
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
})
