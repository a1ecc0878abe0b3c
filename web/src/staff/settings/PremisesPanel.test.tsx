import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Business } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './SettingsScreen'

const server = mockServer()
const save = 'Guardar cambios'

async function open(fields: Partial<Business> = {}) {
  server.respondNotFound()
  server.respond('get', '/business', { ...business, ...fields })
  openApp('/app/settings?seccion=local')
  return within(await screen.findByRole('region', { name: 'Tu local' }))
}

const sentRequests = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

test('premises are saved, and empty fields as null', async () => {
  const panel = await open({ premisesPhone: '+34911234567' })
  await userEvent.type(panel.getByLabelText('Dirección'), ' Calle Mayor 3 ')
  await userEvent.clear(panel.getByLabelText('Teléfono'))
  await userEvent.type(panel.getByLabelText('Página para reservar cita'), 'citas.example')
  const savedFields = {
    premisesAddress: 'Calle Mayor 3',
    premisesPhone: null,
    bookingUrl: 'https://citas.example',
  }
  server.respond('patch', '/business', { ...business, ...savedFields })
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(sentRequests()).toEqual([{ ...savedFields, bookingUrl: 'citas.example' }])
  expect(panel.getByLabelText('Página para reservar cita')).toHaveValue('https://citas.example')
})

test('a checkbox opens a day, a button adds hours, and Monday is copied to the days up to Friday', async () => {
  const panel = await open()
  await userEvent.click(panel.getByRole('checkbox', { name: 'lunes' }))
  await userEvent.click(panel.getByRole('button', { name: 'Añadir otro horario el lunes' }))
  const [, from] = panel.getAllByLabelText('Abre el lunes')
  const [first, to] = panel.getAllByLabelText('Cierra el lunes')
  await userEvent.clear(first as HTMLElement)
  await userEvent.type(first as HTMLElement, '14:00')
  await userEvent.type(from as HTMLElement, '16:30')
  await userEvent.type(to as HTMLElement, '20:30')
  await userEvent.click(panel.getByRole('checkbox', { name: 'sábado' }))
  await userEvent.click(panel.getByRole('button', { name: /Poner el horario del lunes/ }))
  await userEvent.click(panel.getByRole('checkbox', { name: 'miércoles' }))
  await userEvent.click(panel.getByRole('button', { name: 'Quitar 16:30–20:30 del martes' }))
  server.respond('patch', '/business', business)
  await userEvent.click(screen.getByRole('button', { name: save }))
  await screen.findByText('Guardado.')
  const morning = { from: '10:00', to: '14:00' }
  const evening = { from: '16:30', to: '20:30' }
  expect(sentRequests()).toEqual([
    {
      openingHours: [
        { weekday: 1, ...morning },
        { weekday: 1, ...evening },
        { weekday: 2, ...morning },
        { weekday: 4, ...morning },
        { weekday: 4, ...evening },
        { weekday: 5, ...morning },
        { weekday: 5, ...evening },
        { weekday: 6, from: '10:00', to: '20:00' },
      ],
    },
  ])
})

test('the focus moves to added hours, and to their day after a removal', async () => {
  const panel = await open({ openingHours: [{ weekday: 1, from: '10:00', to: '14:00' }] })
  await userEvent.click(panel.getByRole('button', { name: 'Añadir otro horario el lunes' }))
  expect(panel.getAllByLabelText('Abre el lunes')[1]).toHaveFocus()
  await userEvent.click(panel.getByRole('button', { name: 'Quitar – del lunes' }))
  expect(panel.getByRole('checkbox', { name: 'lunes' })).toHaveFocus()
  await userEvent.click(panel.getByRole('button', { name: 'Quitar 10:00–14:00 del lunes' }))
  expect(panel.getByRole('checkbox', { name: 'lunes' })).toHaveFocus()
})

test('a day that was unchecked by accident keeps its hours', async () => {
  const panel = await open({ openingHours: [{ weekday: 2, from: '09:00', to: '15:00' }] })
  await userEvent.click(panel.getByRole('checkbox', { name: 'martes' }))
  expect(panel.queryByLabelText('Abre el martes')).toBeNull()
  await userEvent.click(panel.getByRole('checkbox', { name: 'martes' }))
  expect(panel.getByLabelText('Abre el martes')).toHaveValue('09:00')
  expect(panel.getByLabelText('Cierra el martes')).toHaveValue('15:00')
})

test('the hours of the first open day are copied to all days', async () => {
  const panel = await open({ openingHours: [{ weekday: 2, from: '09:00', to: '15:00' }] })
  await userEvent.click(panel.getByRole('button', { name: 'Copiar el horario del martes a todos los días' }))
  server.respond('patch', '/business', business)
  await userEvent.click(screen.getByRole('button', { name: save }))
  await screen.findByText('Guardado.')
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '15:00' }))
  expect(sentRequests()).toEqual([{ openingHours: days }])
})

const order = (day: string) => `La hora de cierre tiene que ser posterior a la de apertura del ${day}.`

function refuse(field: string, message: string) {
  const errors = [{ field, message }]
  server.respond('patch', '/business', { code: 'VALIDATION', message, errors }, 422)
}

test.each([
  ['closing before opening', '20:00', '10:00', 'Cierra el sábado', order('sábado')],
  ['closing when opening', '10:00', '10:00', 'Cierra el sábado', order('sábado')],
  ['a missing opening time', '', '10:00', 'Abre el sábado', 'Falta una hora del sábado.'],
  ['a missing closing time', '10:00', '', 'Cierra el sábado', 'Falta una hora del sábado.'],
])('%s is refused at the field, with the focus, and by the save bar', async (_, from, to, label, message) => {
  const monday = { weekday: 1, from: '09:00', to: '14:00' }
  const panel = await open({ openingHours: [monday, { weekday: 6, from, to }] })
  await userEvent.click(panel.getByRole('checkbox', { name: 'domingo' }))
  expect(panel.getByLabelText(label)).toBeValid()
  await userEvent.click(screen.getByRole('button', { name: save }))
  const notSaved = '❌ No se ha guardado. Revisa: horario del sábado.'
  expect(await screen.findByText('No se ha guardado. Revisa: horario del sábado.')).toBeVisible()
  expect(screen.getByText(/No se ha guardado/).closest('[role=status]')).toHaveTextContent(notSaved)
  await waitFor(() => expect(panel.getByLabelText(label)).toHaveFocus())
  expect(panel.getByLabelText(label)).toBeInvalid()
  expect(panel.getByLabelText(label)).toHaveAccessibleDescription(message)
  expect(panel.getByLabelText('Abre el lunes')).toBeValid()
  expect(sentRequests()).toEqual([])
})

test('overlapping hours of a day are refused at the later ones, even if these are listed first', async () => {
  const late = { weekday: 3, from: '13:00', to: '20:00' }
  const panel = await open({ openingHours: [late, { weekday: 3, from: '09:00', to: '14:00' }] })
  await userEvent.click(panel.getByRole('checkbox', { name: 'domingo' }))
  await userEvent.click(screen.getByRole('button', { name: save }))
  const [laterField, earlierField] = panel.getAllByLabelText('Abre el miércoles')
  await waitFor(() => expect(laterField).toHaveFocus())
  expect(laterField).toHaveAccessibleDescription('El miércoles tiene dos horarios que se pisan.')
  expect(earlierField).toBeValid()
})

test('corrected hours lose their error and are saved', async () => {
  const panel = await open({ openingHours: [{ weekday: 6, from: '10:00', to: '09:00' }] })
  await userEvent.click(panel.getByRole('checkbox', { name: 'domingo' }))
  await userEvent.click(screen.getByRole('button', { name: save }))
  const closing = panel.getByLabelText('Cierra el sábado')
  await waitFor(() => expect(closing).toHaveFocus())
  await userEvent.keyboard('1500')
  expect(closing).toBeValid()
  expect(screen.queryByText(/No se ha guardado/)).toBeNull()
  server.respond('patch', '/business', business)
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(sentRequests()).toMatchObject([{ openingHours: [{ weekday: 6, to: '15:00' }, { weekday: 7 }] }])
})

test('hours that only the server refuses show its error at the day that it names', async () => {
  const panel = await open({ openingHours: [{ weekday: 1, from: '09:00', to: '10:00' }] })
  const message = 'Como mucho tres horarios al día: el domingo tiene más.'
  refuse('openingHours', message)
  await userEvent.click(panel.getByRole('checkbox', { name: 'domingo' }))
  await userEvent.click(screen.getByRole('button', { name: save }))
  const sunday = panel.getByLabelText('Abre el domingo')
  await waitFor(() => expect(sunday).toHaveFocus())
  expect(sunday).toHaveAccessibleDescription(message)
  expect(panel.getByLabelText('Abre el lunes')).toBeValid()
  expect(screen.getByText('No se ha guardado. Revisa: horario del domingo.')).toBeVisible()
})

test('the save bar names another refused field, which gets the focus', async () => {
  const panel = await open()
  refuse('bookingUrl', 'Esa página no vale.')
  await userEvent.type(panel.getByLabelText('Página para reservar cita'), 'citas')
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('No se ha guardado. Revisa: página para reservar cita.')).toBeVisible()
  await waitFor(() => expect(panel.getByLabelText('Página para reservar cita')).toHaveFocus())
})
