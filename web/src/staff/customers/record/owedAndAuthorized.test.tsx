import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { progress, registeredVisit } from '@/test/examples'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer()

// Spec: states-8
test('another bonus type shows the rewards that it makes owed at once', async () => {
  await open('ADMIN', { tag: 'BONO_TARJETA' })
  await press('Editar')
  const type = screen.getByLabelText('Tipo de bono')
  expect(screen.queryByText(/se le deberá/)).toBeNull()
  await userEvent.selectOptions(type, 'BONO_VIP_A')
  expect(
    await screen.findByText(
      'Con 4 sellos, su tarjeta quedará completa: se le deberá un servicio gratis al guardar, si aún no lo ha tenido.',
    ),
  ).toBeVisible()
  await userEvent.selectOptions(type, 'ESPORADICO')
  expect(screen.queryByText(/se le deberá/)).toBeNull()
})

test("a bonus type shows no rewards if the card is a family's, because its target stays", async () => {
  server.respond('get', `${path}/progress`, progress({ cardKind: 'FAMILY', familyName: 'Familia Gómez' }))
  await open('ADMIN', { tag: 'BONO_TARJETA' })
  const greeting = await screen.findByRole('link', { name: 'Escribir por WhatsApp' })
  await waitFor(() => expect(greeting.getAttribute('href')).toContain('Barber')) // waits for the business
  await press('Editar')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'BONO_VIP_A')
  expect(screen.queryByText(/se le deberá/)).toBeNull()
})

// Spec: errors-34
test('a refused authorization shows the reason', async () => {
  server.respond(
    'post',
    `${path}/visits`,
    { code: 'SAME_DAY_VISIT', message: 'Ya se registró una visita hoy' },
    409,
  )
  await open('OWNER')
  await press('Añadir visita')
  server.respond('post', `${path}/visits`, { code: 'FORBIDDEN_HERE', message: 'Hoy no.' }, 422)
  await userEvent.click(await screen.findByRole('button', { name: 'Autorizar y registrar' }))
  expect(await screen.findByText('No se pudo autorizar.')).toBeVisible()
  expect(screen.getByText('Hoy no.')).toBeVisible()
})

test('a double click registers one visit and reports it once', async () => {
  server.respond('post', `${path}/visits`, registeredVisit(), 201)
  await open('OWNER')
  const button = screen.getByRole('button', { name: 'Añadir visita' })
  act(() => {
    button.click()
    button.click()
  })
  await screen.findAllByText('Visita registrada.')
  await waitForResponses(server)
  expect(screen.getAllByText('Visita registrada.')).toHaveLength(1)
  expect(sentRequests('POST')).toHaveLength(1)
})
