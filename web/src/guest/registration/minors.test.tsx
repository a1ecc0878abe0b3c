import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publicBusiness as business } from '@/test/examples'
import { RegistrationForm } from './RegistrationForm'
import type { FormKind } from './useRegistration'

const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
})
afterEach(() => {
  server.resetHandlers()
})
afterAll(() => server.close())

function answerWith(...answers: (() => Response)[]) {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.post('http://axioma.test/api/public/customers/register', async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>)
      return answers[bodies.length - 1]?.()
    }),
  )
  return bodies
}

const success = () => HttpResponse.json({ id: 'c1', name: 'Leo', phone: '+34612345678' }, { status: 201 })
const guardianRefused = () => {
  const errors = ['guardianName', 'guardianConsent'].map((field) => ({ field, message: `Falta ${field}.` }))
  return HttpResponse.json({ code: 'VALIDATION', message: 'Falta.', errors }, { status: 422 })
}

const birthday = () => screen.getByLabelText(/Fecha de nacimiento/)
const guardianName = () => screen.queryByLabelText('Nombre de tu madre, padre o tutor')
const consent = () =>
  screen.getByRole('checkbox', { name: 'Soy su padre, madre o tutor y doy mi consentimiento' })
const submit = () => screen.getByRole('button', { name: /Crear mi cuenta|Registrarme/ })

async function fillIn(kind: FormKind, birthDate: string) {
  const onDone = vi.fn<() => void>()
  render(<RegistrationForm business={business} kind={kind} onDone={onDone} />)
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Leo')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
  fireEvent.input(birthday(), { target: { value: birthDate } })
  return onDone
}

test.each<FormKind>(['open', 'fixed'])('the %s form of a minor asks for the guardian', async (kind) => {
  const bodies = answerWith(success)
  const onDone = await fillIn(kind, '2012-03-27')
  expect(submit()).toBeDisabled()
  expect(submit()).toHaveAccessibleDescription(
    'Para continuar falta el nombre de tu madre, padre o tutor y su consentimiento.',
  )
  await userEvent.type(guardianName() as HTMLElement, 'Eva Gil')
  expect(submit()).toBeDisabled()
  await userEvent.click(consent())
  await userEvent.click(submit())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(bodies[0]).toMatchObject({ guardianName: 'Eva Gil', guardianConsent: true })
  expect(bodies[0]?.acceptedPromotions ?? false).toBe(false)
})

test.each(['', '2012-03-26', '1990-05-17'])('a birthday of %j asks for no guardian', async (birthDate) => {
  const bodies = answerWith(success)
  const onDone = await fillIn('open', birthDate)
  expect(guardianName()).toBeNull()
  await userEvent.click(submit())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(bodies[0]).not.toHaveProperty('guardianName')
  expect(bodies[0]).not.toHaveProperty('guardianConsent')
})

test('a minor cannot accept promotions and sees why; a corrected date restores the choice', async () => {
  await fillIn('open', '2016-03-26')
  const promotions = () => screen.getByRole('checkbox', { name: /promociones de Barbería Sur/ })
  expect(promotions()).toBeDisabled()
  expect(promotions()).not.toBeChecked()
  expect(promotions()).toHaveAccessibleDescription('A los menores de 14 años no se les envían promociones.')
  fireEvent.input(birthday(), { target: { value: '1990-05-17' } })
  expect(promotions()).toBeEnabled()
  expect(promotions()).toBeChecked()
})

test('asks for the guardian when the server refuses the form without one', async () => {
  const bodies = answerWith(guardianRefused, success)
  const onDone = await fillIn('open', '2012-03-26')
  await userEvent.click(submit())
  expect(await screen.findByText('Falta guardianName.')).toBeVisible()
  await userEvent.type(guardianName() as HTMLElement, 'Eva')
  await userEvent.click(consent())
  await userEvent.click(submit())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(bodies[1]).toMatchObject({ guardianName: 'Eva', guardianConsent: true })
})
