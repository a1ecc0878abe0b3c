import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { gate } from '@/test/gate'
import {
  answerWith,
  fill,
  mockRegistrationServer,
  open,
  refusal,
  reload,
  submit,
  success,
} from '@/test/registration'

mockRegistrationServer()

// Spec: states-22
test('the draft survives a reload and is cleared on success; the result survives too', async () => {
  answerWith(success)
  await open()
  await fill()
  reload()
  expect(await screen.findByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveValue('612345678')
  await userEvent.click(submit())
  await screen.findByText('Registro completado')
  reload()
  expect(screen.getByText('Registro completado')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Registrar a otra persona' }))
  expect(await screen.findByLabelText('Nombre y apellidos')).toHaveValue('')
})

test('errors are shown at the field before anything is sent', async () => {
  const requests = answerWith(success)
  await open()
  await fill()
  const email = screen.getByLabelText(/Correo electrónico/)
  await userEvent.type(email, 'ana@')
  await userEvent.click(submit())
  expect(email).toHaveAccessibleDescription('Revisa el correo: falta algo, por ejemplo la @.')
  expect(email).toHaveFocus()
  expect(requests).toEqual([])
  await userEvent.type(email, 'x.es')
  expect(email).not.toHaveAttribute('aria-invalid')
  await userEvent.click(submit())
  expect(await screen.findByText('Registro completado')).toBeVisible()
  expect(requests[0]?.body.email).toBe('ana@x.es')
})

// Spec: registration-12, states-1
test('server errors are shown at the field and can be corrected', async () => {
  const problem = { code: 'VALIDATION', message: 'No vale', errors: [{ field: 'phone', message: 'Ese no.' }] }
  answerWith(() => refusal(422, problem), success)
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Registro fallido (422): No vale')).toBeVisible()
  const phone = screen.getByLabelText('Teléfono (WhatsApp)')
  expect(phone).toHaveAccessibleDescription(/Ese no\./)
  await waitFor(() => expect(phone).toHaveFocus())
  await userEvent.clear(phone)
  await userEvent.type(phone, '699887766')
  await userEvent.click(submit())
  expect(await screen.findByText('Registro completado')).toBeVisible()
})

test('a registered phone leads to the existing card', async () => {
  answerWith(() => refusal(409, { code: 'ALREADY_REGISTERED', message: 'Ya está registrado.' }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Ya está registrado.')).toBeVisible()
  expect(screen.queryByText(/Registro fallido|por WhatsApp/)).toBeNull()
  // No next parameter: with it the portal would require the birth date, which is optional.
  expect(within(screen.getByRole('status')).getByRole('link')).toHaveAttribute('href', '/portal?bid=b1')
  expect(submit()).toBeEnabled()
})

// Spec: errors-5
test('a 409 other than ALREADY_REGISTERED is a failure', async () => {
  answerWith(() => refusal(409, { code: 'BUSY', message: 'Hoy no.' }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Registro fallido (409): Hoy no.')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Ver mis puntos' })).toHaveLength(1)
})

test('too many attempts show the waiting time', async () => {
  answerWith(() =>
    refusal(429, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados.' }, { 'Retry-After': '90' }),
  )
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText(/Espera 2 minutos/)).toBeVisible()
})

test('an unchanged form keeps its key, also after a reload; a changed one gets another', async () => {
  const requests = answerWith(HttpResponse.error, HttpResponse.error, HttpResponse.error)
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('No se pudo completar el registro.')).toBeVisible()
  reload()
  await screen.findByLabelText('Nombre y apellidos')
  await userEvent.click(submit())
  await waitFor(() => expect(requests).toHaveLength(2))
  await screen.findByText('No se pudo completar el registro.')
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), ' Gil')
  await userEvent.click(submit())
  await waitFor(() => expect(requests).toHaveLength(3))
  const [first, second, third] = requests.map(({ key }) => key)
  expect(first).toMatch(/^[!-~]{16,200}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a second click while the form is being sent sends nothing', async () => {
  const answer = gate()
  const requests = answerWith(() => answer.whenOpen.then(success))
  await open()
  await fill()
  await userEvent.dblClick(submit())
  await waitFor(() => expect(requests).toHaveLength(1))
  answer.open()
  await screen.findByText('Registro completado')
  expect(requests).toHaveLength(1)
})
