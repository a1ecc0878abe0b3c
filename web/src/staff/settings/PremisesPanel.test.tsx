import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Business } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Lazy; importing it here keeps tests from waiting.
import './SettingsScreen'

const server = mockServer()
const save = 'Guardar cambios'

async function open(given: Partial<Business> = {}) {
  server.respondNotFound()
  server.respond('get', '/business', { ...business, ...given })
  openApp('/app/settings?seccion=local')
  return within(await screen.findByRole('region', { name: 'Tu local' }))
}

const sent = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

test('premises are saved, and empty fields as null', async () => {
  const panel = await open({ premisesPhone: '+34911234567' })
  await userEvent.type(panel.getByLabelText('Dirección'), ' Calle Mayor 3 ')
  await userEvent.clear(panel.getByLabelText('Teléfono'))
  await userEvent.type(panel.getByLabelText('Página para reservar cita'), 'citas.example')
  const saved = { premisesAddress: 'Calle Mayor 3', premisesPhone: null, bookingUrl: 'https://citas.example' }
  server.respond('patch', '/business', { ...business, ...saved })
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(sent()).toEqual([{ ...saved, bookingUrl: 'citas.example' }])
  expect(panel.getByLabelText('Página para reservar cita')).toHaveValue('https://citas.example')
})

test('a checkbox opens a day, a button adds hours, and Monday is copied to the week', async () => {
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
  expect(sent()).toEqual([
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

test('the hours of the first open day are copied to all days', async () => {
  const panel = await open({ openingHours: [{ weekday: 2, from: '09:00', to: '15:00' }] })
  await userEvent.click(panel.getByRole('button', { name: 'Copiar el horario del martes a todos los días' }))
  server.respond('patch', '/business', business)
  await userEvent.click(screen.getByRole('button', { name: save }))
  await screen.findByText('Guardado.')
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '15:00' }))
  expect(sent()).toEqual([{ openingHours: days }])
})

test('impossible hours show an error and keep the input', async () => {
  const panel = await open({ openingHours: [{ weekday: 1, from: '20:00', to: '10:00' }] })
  const message = 'La hora de cierre tiene que ser posterior a la de apertura del lunes.'
  server.respond(
    'patch',
    '/business',
    { code: 'VALIDATION', message, errors: [{ field: 'openingHours', message }] },
    422,
  )
  await userEvent.click(panel.getByRole('checkbox', { name: 'domingo' }))
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await within(panel.getByRole('group', { name: 'Horario' })).findByText(message)).toBeVisible()
  expect(panel.getByLabelText('Abre el lunes')).toHaveValue('20:00')
})
