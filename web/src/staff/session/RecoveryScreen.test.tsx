import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { LoginForm } from '@/shared/login/LoginForm'
import { contactHref } from '@/shared/login/OperatorContact'
import { mockServer } from '@/test/server'
import { RecoveryScreen } from './RecoveryScreen'

const server = mockServer()
const ways = '/auth/password-recovery'

afterEach(() => window.history.replaceState(null, '', '/'))

const byEmail = { byEmail: true, contact: '' }

async function requestLink(email: string) {
  server.respond('get', ways, byEmail)
  render(<RecoveryScreen />)
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), email)
  await userEvent.click(screen.getByRole('button', { name: 'Enviar enlace' }))
}

async function choose(newPassword: string, repetition = newPassword) {
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), newPassword)
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), repetition)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

describe('requesting a link', () => {
  // Spec: routes-9
  it('shows a result that does not reveal whether the address has an account', async () => {
    server.respond('post', ways, { ok: true })
    await requestLink(' ana@x.test ')
    expect(await screen.findByRole('status')).toHaveTextContent('Si hay un propietario con ese correo')
    expect(server.requests.at(-1)?.body).toEqual({ email: 'ana@x.test' })
    expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toHaveAttribute('href', '/login')
  })

  it('shows a refusal and keeps the input', async () => {
    server.respond('post', ways, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados intentos.' }, 429)
    await requestLink('ana@x.test')
    expect(await screen.findByRole('alert')).toHaveTextContent('Demasiados intentos.')
    expect(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@x.test')
  })

  it('validates the address before it sends a request', async () => {
    await requestLink('ana')
    expect(screen.getByLabelText('Correo electrónico')).toBeInvalid()
    await waitFor(() => expect(screen.getByLabelText('Correo electrónico')).toHaveFocus())
    expect(server.requests.some(({ method }) => method === 'POST')).toBe(false)
  })

  it("shows the operator's contact where no mails are sent", async () => {
    server.respond('get', ways, { byEmail: false, contact: '+34 600 111 222' })
    render(<RecoveryScreen />)
    expect(await screen.findByRole('link', { name: '+34 600 111 222' })).toHaveAttribute(
      'href',
      'tel:+34600111222',
    )
    expect(screen.queryByLabelText('Correo electrónico')).toBeNull()
  })

  it('offers a retry after a failure', async () => {
    server.respond('get', ways, { message: 'No responde.' }, 500)
    render(<RecoveryScreen />)
    const retryButton = await screen.findByRole('button', { name: /de nuevo|Reintentar/ })
    server.respond('get', ways, byEmail)
    await userEvent.click(retryButton)
    expect(await screen.findByLabelText('Correo electrónico')).toBeVisible()
  })
})

describe('choosing a password by a link', () => {
  it("sends the link's token and leads to the sign-in", async () => {
    window.history.replaceState(null, '', '/login/restablecer#abc123')
    server.respond('post', `${ways}/reset`, { ok: true })
    render(<RecoveryScreen />)
    await choose('navaja y peine 7')
    expect(await screen.findByRole('status')).toHaveTextContent('Ya puedes entrar con la nueva.')
    expect(server.requests.at(-1)?.body).toEqual({ token: 'abc123', newPassword: 'navaja y peine 7' })
    expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  })

  it('reports a used link and offers another', async () => {
    window.history.replaceState(null, '', '/login/restablecer#abc123')
    const message = 'Este enlace ya no vale.'
    server.respond('post', `${ways}/reset`, { code: 'PASSWORD_RESET_REFUSED', message }, 409)
    render(<RecoveryScreen />)
    await choose('navaja y peine 7')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    server.respond('get', ways, byEmail)
    await userEvent.click(screen.getByRole('button', { name: 'Pedir otro enlace' }))
    expect(await screen.findByLabelText('Correo electrónico')).toBeVisible()
  })

  it('compares the two passwords before it sends a request', async () => {
    window.history.replaceState(null, '', '/login/restablecer#abc123')
    render(<RecoveryScreen />)
    await choose('navaja y peine 7', 'navaja y peine 8')
    expect(screen.getByText('No es igual que la de arriba.')).toBeVisible()
    expect(server.requests).toHaveLength(0)
  })
})

describe('the sign-in screen', () => {
  it('links to the recovery by e-mail', async () => {
    server.respond('get', ways, byEmail)
    render(<LoginForm onSignIn={() => {}} />)
    expect(await screen.findByRole('link', { name: 'elige otra contraseña por correo.' })).toHaveAttribute(
      'href',
      '/login/restablecer',
    )
  })

  it("shows the operator's contact where no mails are sent", async () => {
    server.respond('get', ways, { byEmail: false, contact: 'soporte@axioma.test' })
    render(<LoginForm onSignIn={() => {}} />)
    expect(await screen.findByRole('link', { name: 'soporte@axioma.test' })).toHaveAttribute(
      'href',
      'mailto:soporte@axioma.test',
    )
  })

  it('shows nothing on a server without recovery', async () => {
    server.respond('get', ways, {}, 404)
    render(<LoginForm onSignIn={() => {}} />)
    await waitFor(() => expect(server.requests).toHaveLength(1))
    await waitFor(() => expect(server.pendingCount()).toBe(0))
    expect(screen.queryByText(/Si el negocio es tuyo/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Entrar con tu organización' })).toBeNull()
  })

  it('offers the sign-in by the organisation where it is configured', async () => {
    server.respond('get', ways, { ...byEmail, organisation: true })
    render(<LoginForm onSignIn={() => {}} />)
    expect(await screen.findByRole('button', { name: 'Entrar con tu organización' })).toBeVisible()
  })
})

it.each([
  ['https://axioma.test/ayuda', 'https://axioma.test/ayuda'],
  ['soporte@axioma.test', 'mailto:soporte@axioma.test'],
  ['600 111 222', 'tel:600111222'],
  ['Pregunta por Luis', null],
  ['javascript:alert(1)', null],
])('the contact %s opens %s', (contact, href) => {
  expect(contactHref(contact)).toBe(href)
})
