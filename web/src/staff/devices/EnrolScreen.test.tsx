import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { device, session } from '@/api'
import { businessQuery } from '@/api/customers'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { EnrolScreen } from './EnrolScreen'
import { RevokedNotice } from './RevokedNotice'

const server = mockServer()
const tablet = { id: 'd1', businessId: 'b1', name: 'Tablet caja', token: 'secret' }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => device.forget())
afterEach(() => device.forget())

describe('a browser opened with a code', () => {
  test('becomes that device only after a confirmation', async () => {
    server.respond('post', '/public/devices/enrol', tablet)
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device#abc')
    expect(server.requests).toEqual([])
    await press('Dar de alta este dispositivo')
    expect(await screen.findByText(sentence('Este dispositivo se llama «Tablet caja»'))).toBeVisible()
    expect(server.requests.map(({ body }) => body)).toEqual([{ code: 'abc', asker: expect.any(String) }])
    expect(device.get()).toMatchObject({ name: 'Tablet caja', state: 'named' })
    expect(device.headers()).toMatchObject({ 'X-Device': 'secret' })
  })

  test('asks before its name is replaced', async () => {
    device.enrol({ ...tablet, name: 'Barra' })
    server.respond('post', '/public/devices/enrol', tablet)
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device#abc')
    expect(screen.getByText(sentence(/Ya se llama «Barra»/))).toBeVisible()
    await press('Sustituir el nombre')
    await waitFor(() => expect(device.get()?.name).toBe('Tablet caja'))
  })

  test('keeps its requester id after a lost response and a reload', async () => {
    server.respond('post', '/public/devices/enrol', { code: 'BUSY', message: 'Prueba otra vez.' }, 503)
    const { unmount } = await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device#abc')
    await press('Dar de alta este dispositivo')
    expect(await screen.findByText(/❌/)).toBeVisible()
    unmount()
    server.respond('post', '/public/devices/enrol', tablet)
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device#abc')
    await press('Dar de alta este dispositivo')
    await waitFor(() => expect(device.get()?.name).toBe('Tablet caja'))
    const tries = server.requests.map(({ body }) => body)
    expect(tries[1]).toEqual(tries[0])
  })

  test('shows why a code does not work', async () => {
    const message = 'Este código ya no vale: pide otro.'
    server.respond('post', '/public/devices/enrol', { code: 'DEVICE_CODE_REFUSED', message }, 409)
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device#abc')
    await press('Dar de alta este dispositivo')
    expect(await screen.findByText(/Este código ya no vale/)).toBeVisible()
    expect(device.get()).toBeNull()
  })
})

describe('without a code', () => {
  test('a named browser shows its name', async () => {
    device.enrol(tablet)
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device')
    expect(screen.getByRole('heading', { name: 'Se llama «Tablet caja»' })).toBeVisible()
    expect(screen.getByText('Todavía no se ha conectado.')).toBeVisible()
  })

  test('an unnamed browser explains how to get a name', async () => {
    await renderScreen(<EnrolScreen />, 'BARBER', '/staff/device')
    expect(screen.getByText(/el propietario crea un código/)).toBeVisible()
  })
})

describe('a revoked device', () => {
  const respondWithRefusal = () =>
    server.respond('get', '/business', { code: 'DEVICE_REVOKED', message: 'Se ha dado de baja.' }, 401)
  const call = () => businessQuery().queryFn?.({ signal: new AbortController().signal } as never)

  test('ends its session and shows a notice until it is dismissed', async () => {
    device.enrol(tablet)
    respondWithRefusal()
    await renderScreen(<RevokedNotice />, 'BARBER')
    expect(screen.queryByText(/se ha dado de baja/)).toBeNull()
    await expect(call()).rejects.toThrow()
    expect(await screen.findByText(sentence('«Tablet caja» se ha dado de baja'))).toBeVisible()
    expect(await screen.findByText(/No quedaba ninguna visita/)).toBeVisible()
    expect(session.get()).toBeNull()
    expect(session.isLapsed).toBe(false)
    expect(server.requests.at(-1)?.headers.get('X-Device')).toBe('secret')
    expect(device.headers()).toEqual({})
    await press('Entendido')
    expect(screen.queryByText(/se ha dado de baja/)).toBeNull()
  })

  test('shows what it has handed over', async () => {
    device.enrol(tablet)
    device.revoke()
    device.finish(2)
    await renderScreen(<RevokedNotice />, 'BARBER')
    expect(screen.getByText(/Las 2 visitas que quedaban por enviar están entregadas/)).toBeVisible()
  })
})
