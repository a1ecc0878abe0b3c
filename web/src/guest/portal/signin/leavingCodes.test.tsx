import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageDataContext } from '@/api/pageData'
import type { SignInWays } from '@/api/types'
import { publicBusiness } from '@/test/examples'
import { CodeStep } from './CodeStep'
import { SignInScreen } from './SignInScreen'
import { emptyInput } from './signIn'

function open(ways: Partial<SignInWays>) {
  const signInWays = { code: true, email: false, message: false, ...ways }
  render(
    <PageDataContext.Provider value={{ business: publicBusiness, ways: signInWays }}>
      <SignInScreen businessId="b1" withBirthday={false} onSignedIn={() => undefined} />
    </PageDataContext.Provider>,
  )
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test('in trial mode the page promises no code and refers to the counter', () => {
  open({ whatsapp: 'TRIAL' })
  expect(screen.getByText(/no te llegará al móvil/)).toBeVisible()
  expect(screen.queryByText(/Te enviamos un código/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Pedir un código' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Enviarme el código' })).toBeNull()
})

test('in trial mode e-mail comes first if e-mails are sent', () => {
  open({ whatsapp: 'TRIAL', email: true })
  const [first] = buttons().filter((words) => words?.includes('código'))
  expect(first).toContain('Recibir el código por correo')
  expect(screen.getByText(/Te enviamos un código al correo/)).toBeVisible()
})

test('in trial mode the step for the code promises no message either', () => {
  const codeRequest = {
    phone: emptyInput.phone,
    birthday: '',
    businessId: 'b1',
    way: 'email',
    at: 0,
    asker: 'a1',
  } as const
  const leave = () => undefined
  render(
    <CodeStep
      request={codeRequest}
      ways={['email', 'whatsapp']}
      isDelivered={false}
      onResent={leave}
      onChangeNumber={leave}
      onSignedIn={leave}
    />,
  )
  expect(screen.getByRole('button', { name: 'Pedir otro código' })).toBeVisible()
  expect(screen.queryByText(/WhatsApp/)).toBeNull()
})

test('without any channel no form asks for a phone', () => {
  open({ whatsapp: 'OFF' })
  expect(screen.queryByLabelText('Tu móvil')).toBeNull()
  expect(screen.getByText(/Pregunta en el mostrador/)).toBeVisible()
})
