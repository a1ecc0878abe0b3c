import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShownByServer } from '@/api/shown'
import type { SignInWays } from '@/api/types'
import { publicBusiness } from '@/test/examples'
import { SignInScreen } from './SignInScreen'

function open(ways: Partial<SignInWays>) {
  const given = { code: true, email: false, message: false, ...ways }
  render(
    <ShownByServer.Provider value={{ business: publicBusiness, ways: given }}>
      <SignInScreen businessId="b1" withBirthday={false} onSignedIn={() => undefined} />
    </ShownByServer.Provider>,
  )
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test('on trial no code is promised, and the counter is named', () => {
  open({ whatsapp: 'TRIAL' })
  expect(screen.getByText(/no te llegará al móvil/)).toBeVisible()
  expect(screen.queryByText(/Te enviamos un código/)).toBeNull()
})

test('on trial a code by e-mail comes first where mails leave', () => {
  open({ whatsapp: 'TRIAL', email: true })
  const [first] = buttons().filter((words) => words?.includes('código'))
  expect(first).toContain('Recibir el código por correo')
  expect(screen.getByText(/Te enviamos un código al correo/)).toBeVisible()
})

test('where nothing leaves at all no form asks for a phone', () => {
  open({ whatsapp: 'OFF' })
  expect(screen.queryByLabelText('Tu móvil')).toBeNull()
  expect(screen.getByText(/Pregunta en el mostrador/)).toBeVisible()
})
