import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockCustomerServer, press, region } from '@/test/customerRecord'
import { customer } from '@/test/examples'
import { openApp } from '@/test/openApp'
import './new/NewCustomerScreen'

const { server, open, sentRequests } = mockCustomerServer()

const birthday = '2021-01-01'

const guardianName = () => screen.queryByLabelText('Nombre de su madre, padre o tutor')
const consent = () =>
  screen.getByRole('checkbox', { name: 'Su padre, madre o tutor está presente y da su consentimiento' })

describe('the record of a minor', () => {
  test('shows who consented', async () => {
    await open('BARBER', { birthday, guardianName: 'Eva Gil' })
    expect(region('Datos').getByText('Menor de 14').nextSibling).toHaveTextContent(
      'consentimiento de Eva Gil',
    )
  })

  test('shows that the consent is missing', async () => {
    await open('OWNER', { birthday })
    expect(region('Datos').getByText(/falta el consentimiento/)).toBeVisible()
  })

  test('shows no guardian from the age of fourteen on', async () => {
    await open('OWNER', { guardianName: 'Eva Gil' })
    expect(screen.queryByText('Menor de 14')).toBeNull()
  })
})

describe('the edit form', () => {
  test('asks for the guardian of a customer who becomes a minor, and sends nothing without one', async () => {
    await open()
    await press('Editar')
    const field = screen.getByLabelText(/Fecha de nacimiento/)
    await userEvent.clear(field)
    expect(guardianName()).toBeNull()
    await userEvent.type(field, birthday)
    await press('Guardar')
    expect(guardianName()).toHaveAccessibleDescription('Escribe quién da el consentimiento.')
    expect(consent()).toHaveAccessibleDescription(/Sin su consentimiento/)
    expect(sentRequests('PATCH')).toEqual([])
    await userEvent.type(guardianName() as HTMLElement, 'Eva Gil')
    await userEvent.click(consent())
    for (const method of ['patch', 'get'] as const) {
      server.respond(method, '/customers/ana0123456789', customer({ birthday, guardianName: 'Eva Gil' }))
    }
    await press('Guardar')
    expect(await screen.findByText('consentimiento de Eva Gil')).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toMatchObject({
      birthday,
      guardianName: 'Eva Gil',
      guardianConsent: true,
    })
  })

  test('asks for no guardian after the date is corrected again', async () => {
    await open()
    await press('Editar')
    const field = screen.getByLabelText(/Fecha de nacimiento/)
    await userEvent.clear(field)
    await userEvent.type(field, birthday)
    await press('Guardar')
    expect(guardianName()).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, '1990-05-04')
    expect(guardianName()).toBeNull()
    server.respond('patch', '/customers/ana0123456789', customer())
    await press('Guardar')
    await waitFor(() => expect(sentRequests('PATCH')).toHaveLength(1))
    expect(sentRequests('PATCH')[0]?.body).not.toHaveProperty('guardianName')
  })

  test('does not ask for the guardian again after their consent', async () => {
    await open('OWNER', { birthday, guardianName: 'Eva Gil' })
    await press('Editar')
    expect(guardianName()).toBeNull()
  })
})

test('a new customer who is a minor needs a guardian', async () => {
  server.respond('post', '/customers', { ...customer({ birthday }), existed: false }, 201)
  openApp('/app/customers/new')
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Leo')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
  fireEvent.change(screen.getByLabelText(/Fecha de nacimiento/), { target: { value: birthday } })
  await press('Crear cliente')
  await waitFor(() => expect(guardianName()).toHaveFocus())
  expect(sentRequests('POST')).toEqual([])
  await userEvent.type(guardianName() as HTMLElement, 'Eva Gil')
  await userEvent.click(consent())
  await press('Crear cliente')
  await waitFor(() => expect(sentRequests('POST')).toHaveLength(1))
  expect(sentRequests('POST')[0]?.body).toMatchObject({
    birthday,
    guardianName: 'Eva Gil',
    guardianConsent: true,
  })
})
