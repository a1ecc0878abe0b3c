import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockDashboardServer, whatsAppStatus } from '@/test/dashboard'
import { renderScreen } from '@/test/renderScreen'
import { DashboardScreen } from './DashboardScreen'

const server = mockDashboardServer()

describe('the WhatsApp card', () => {
  const card = async (badge: string) => (await screen.findByText(badge)).closest('section') as HTMLElement

  // Spec: dashboard-3, dashboard-7, dashboard-8, states-21, limits-23
  test('shows that it is loading, then Activo and the figures', async () => {
    await renderScreen(<DashboardScreen />)
    expect(screen.getByText('Cargando')).toBeVisible()
    const words = await card('Activo')
    expect(words).toHaveTextContent('Remitente+34 600 11 12 22')
    expect(words).toHaveTextContent('Límite diario1200')
    expect(words).toHaveTextContent('Envíos por minuto20')
    expect(words).toHaveTextContent('Límite mensual30.000')
    expect(words).not.toHaveTextContent('Créditos')
  })

  // Spec: dashboard-4
  test('shows Desactivado, and that trial messages reach no customer', async () => {
    server.respond('get', '/customers/wa/status', { enabled: false, provider: 'log' })
    await renderScreen(<DashboardScreen />)
    expect(await card('Desactivado')).toHaveTextContent('no llegan a nadie')
  })

  test('shows trial mode where messages are only recorded', async () => {
    server.respond('get', '/customers/wa/status', { enabled: true, provider: 'log' })
    await renderScreen(<DashboardScreen />)
    expect(await card('Modo de prueba')).toHaveTextContent('no llegan a nadie')
    expect(screen.getByText('Modo de prueba').className).toContain('caution')
  })

  // Spec: dashboard-5, states-21
  test('shows No disponible on a server without a status', async () => {
    server.respondNotFound()
    await renderScreen(<DashboardScreen />)
    expect(await card('No disponible')).toHaveTextContent('no informa')
  })

  // Spec: dashboard-6, states-21, errors-31
  test('shows Error with a retry', async () => {
    server.respond('get', '/customers/wa/status', {}, 429)
    await renderScreen(<DashboardScreen />)
    expect(await card('Error')).toHaveTextContent('No se pudo obtener el estado.')
    server.respond('get', '/customers/wa/status', whatsAppStatus)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await card('Activo')).toBeVisible()
  })
})

describe('the usage of WhatsApp', () => {
  const used = {
    usedToday: 120,
    usedThisMonth: 950,
    freeCredits: 1000,
    freeCreditsLeft: 50,
    waiting: 0,
    heldBy: null,
  }
  const card = async () => within(await screen.findByRole('region', { name: 'WhatsApp' }))

  // Spec: dashboard-8
  test('is shown in figures and as a bar', async () => {
    server.respond('get', '/customers/wa/status', { ...whatsAppStatus, ...used })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('120 de 1200')).toBeVisible()
    const bar = (await card()).getByRole('progressbar', { name: 'Usados hoy' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['120', '1200'])
    expect((await card()).getByText('950 de 30.000')).toBeVisible()
    expect((await card()).queryByText(/Espera/)).toBeNull()
  })

  // Spec: dashboard-8
  test.each([
    [1, null, 'Espera 1 mensaje.'],
    [12, 'DAILY', 'Esperan 12 mensajes: límite diario alcanzado, sigue mañana.'],
    [3, 'SETUP', /Esperan 3 mensajes: WhatsApp no acepta el remitente/],
    [0, 'SETUP', /El último mensaje falló: WhatsApp no acepta el remitente/],
  ])('with %j messages held by %j shows %s', async (waiting, heldBy, words) => {
    server.respond('get', '/customers/wa/status', { ...whatsAppStatus, ...used, waiting, heldBy })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText(words)).toBeVisible()
  })

  // Spec: dashboard-6
  test.each([3, 0])('shows an error where WhatsApp refuses the sender, with %j waiting', async (waiting) => {
    server.respond('get', '/customers/wa/status', { ...whatsAppStatus, ...used, waiting, heldBy: 'SETUP' })
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('Error')).toBeVisible()
    expect((await card()).getByText('120 de 1200')).toBeVisible()
  })

  test('is hidden on a server without figures', async () => {
    await renderScreen(<DashboardScreen />)
    expect(await (await card()).findByText('Activo')).toBeVisible()
    expect((await card()).queryByRole('progressbar')).toBeNull()
  })
})
