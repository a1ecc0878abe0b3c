import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  ana,
  handlers,
  mockCounterServer,
  qr,
  refusal,
  renderCounter,
  scan,
  sentTo,
  visit,
} from '@/test/counter'
import { business } from '@/test/examples'
import { sentence } from '@/test/sentence'

mockCounterServer()

const staff = [
  { id: 'u-luis', name: 'Luis', self: false },
  { id: 'u-mar', name: 'Mar', self: true },
]

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  handlers['GET /business'] = () => ({ ...business, servedByEnabled: true })
  handlers['GET /counter/staff'] = () => ({ items: staff })
  handlers[`POST /customers/${ana}/visits`] = () => visit()
})

const choice = () => screen.findByRole('group', { name: '¿Quién atiende?' })
const servedIds = () => sentTo(`POST /customers/${ana}/visits`).map(({ body }) => body)

test('a visit counts for the signed-in user until another one is chosen', async () => {
  renderCounter()
  expect(within(await choice()).getByRole('button', { name: 'Mar (tú)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  scan(qr(ana))
  expect(await screen.findByText(sentence('Atendió Mar'))).toBeVisible()
  expect(servedIds()).toEqual([expect.not.objectContaining({ servedById: expect.anything() })])
})

test('the chosen colleague is sent with each scan, and the scan box has the focus again', async () => {
  renderCounter()
  await userEvent.click(within(await choice()).getByRole('button', { name: 'Luis' }))
  expect(screen.getByRole('textbox')).toHaveFocus()
  scan(qr(ana))
  expect(await screen.findByText(sentence('Atendió Luis'))).toBeVisible()
  expect(servedIds()).toEqual([expect.objectContaining({ servedById: 'u-luis' })])
})

test('who served is corrected after the scan', async () => {
  handlers[`POST /visits/visit-of-${ana}/served-by`] = () => ({ ok: true })
  renderCounter()
  scan(qr(ana))
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar quién atendió a Ana Gómez' }))
  const correction = screen.getByRole('group', { name: '¿Quién atendió a Ana Gómez?' })
  await userEvent.click(within(correction).getByRole('button', { name: 'Luis' }))
  expect(await screen.findByText(sentence('Atendió Luis'))).toBeVisible()
  expect(sentTo(`POST /visits/visit-of-${ana}/served-by`)).toMatchObject([{ body: { servedById: 'u-luis' } }])
})

test('a refused correction shows the reason', async () => {
  handlers[`POST /visits/visit-of-${ana}/served-by`] = () =>
    refusal(409, 'SERVED_BY_TOO_LATE', 'Pide a un administrador que cambie quién atendió.')
  renderCounter()
  scan(qr(ana))
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar quién atendió a Ana Gómez' }))
  await userEvent.click(
    within(screen.getByRole('group', { name: '¿Quién atendió a Ana Gómez?' })).getByRole('button', {
      name: 'Luis',
    }),
  )
  expect(await screen.findByText(/Pide a un administrador/)).toBeVisible()
})

test('without a network after a page load the stored colleagues are offered', async () => {
  localStorage.setItem('axioma.colleagues demobarberia', JSON.stringify(staff))
  handlers['GET /business'] = () => Response.error()
  handlers['GET /counter/staff'] = () => Response.error()
  renderCounter()
  await userEvent.click(within(await choice()).getByRole('button', { name: 'Luis' }))
  scan(qr(ana))
  expect(await screen.findByText('Visita registrada')).toBeVisible()
  expect(servedIds()).toEqual([expect.objectContaining({ servedById: 'u-luis' })])
})

test('more than eight names are a list, and none is preselected for an operator', async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    id: `u${index}`,
    name: `Barbero ${index}`,
    self: false,
  }))
  handlers['GET /counter/staff'] = () => ({ items: many })
  renderCounter('SUPERADMIN')
  const list = await screen.findByRole('combobox', { name: '¿Quién atiende?' })
  expect(list).toHaveDisplayValue('Elige…')
  await userEvent.selectOptions(list, 'Barbero 7')
  scan(qr(ana))
  expect(await screen.findByText(sentence('Atendió Barbero 7'))).toBeVisible()
  expect(servedIds()).toEqual([expect.objectContaining({ servedById: 'u7' })])
})

test('a business that has not enabled the choice shows no colleagues', async () => {
  handlers['GET /business'] = () => business
  renderCounter()
  scan(qr(ana))
  expect(await screen.findByText('Visita registrada')).toBeVisible()
  expect(screen.queryByText(/Atendió/)).toBeNull()
  expect(sentTo('GET /counter/staff')).toHaveLength(0)
})
