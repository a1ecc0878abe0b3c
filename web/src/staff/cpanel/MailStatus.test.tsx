import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mailState } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { MailNotice, MailStatus } from './MailStatus'

const server = mockServer()

async function open(state: object) {
  server.respond('get', '/cp/mail', { ...mailState, ...state })
  await renderScreen(
    <>
      <MailNotice />
      <MailStatus />
    </>,
    'SUPERADMIN',
  )
  return screen.findByText(/^Códigos y QR por correo:/)
}

test('shows the sender of e-mails', async () => {
  expect(await open({ from: 'codigos@axioma.test' })).toHaveTextContent(
    'Códigos y QR por correo: salen de codigos@axioma.test.',
  )
  expect(screen.queryByRole('status')).toBeNull()
})

test('links to the manual while e-mail is not configured', async () => {
  expect(await open({})).toHaveTextContent(/sin configurar\. Cómo se configura el correo/)
  expect(screen.getByRole('link', { name: /^Cómo se configura el correo/ })).toBeVisible()
})

test.each([
  [1, /Hay un correo que no sale/],
  [12, /Hay 12 correos que no salen/],
])('warns of %d stuck e-mails', async (waiting, text) => {
  await open({ from: 'codigos@axioma.test', waiting, stuck: true })
  expect(screen.getByRole('status')).toHaveTextContent(text)
  expect(screen.getByRole('status')).toHaveTextContent(/El servidor de correo no responde o no los acepta/)
})

test.each([
  [{ to: 'eva@axioma.test', sent: true, reason: null }, /Va de camino a eva@axioma\.test/],
  [
    { to: 'eva@axioma.test', sent: false, reason: '550 no such account' },
    /no lo acepta: 550 no such account/,
  ],
])('shows the result %j of a test e-mail', async (trial, text) => {
  server.respond('post', '/cp/mail/trial', trial)
  await open({ from: 'codigos@axioma.test' })
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme un correo de prueba' }))
  expect(await screen.findByText(text)).toBeVisible()
})
