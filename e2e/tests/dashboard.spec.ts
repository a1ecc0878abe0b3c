import type { Page } from '@playwright/test'
import { tabTo } from '../harness/keyboard.ts'
import { collect, force, holdBack, withhold } from '../harness/requests.ts'
import { limits } from '../harness/shop.ts'
import { button, fact, panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const statusPaths = [
  '/customers/wa/status',
  '/wa/status',
  '/whatsapp/status',
  '/integrations/wa/status',
  '/cp/wa/status',
] as const

const whatsApp = (page: Page) => panel(page, 'WhatsApp')

test('the dashboard welcomes whoever comes, counts, and leads to what is done every day @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const { total } = await shop.as<{ total: number }>('owner', 'GET', '/customers?limit=1')
  await signIn(page, 'owner')
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Manuel')
  await expect(page.getByText('Barbería Demo')).toBeVisible()
  await expect(panel(page, 'Clientes')).toContainText(`${total} clientes con tarjeta`)
  await expect(panel(page, 'Equipo')).toContainText('personas pueden entrar')
  await expect(panel(page, 'Equipo')).toContainText('Lucía Ferrer')

  const ways = page.getByRole('navigation', { name: 'Accesos directos' })
  for (const [name, address] of [
    ['Escanear o buscar', '/staff/checkin'],
    ['Lista de clientes', '/app/customers/list'],
    ['Crear cliente', '/app/customers/new'],
    ['Herramientas del negocio', '/app/admin'],
    ['Gestionar equipo', '/app/users'],
    ['Ajustes del negocio', '/app/settings'],
  ] as const) {
    await ways.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
})

test('the WhatsApp card says each of its states', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const card = whatsApp(page)
  const letGo = await holdBack(page, /\/wa\/status$/)
  await page.goto('/app')
  await expect(card.getByText('Cargando', { exact: true })).toBeVisible()
  letGo()
  await expect(card.getByText('De prueba: no sale nada', { exact: true })).toBeVisible()
  await expect(fact(card, 'Remitente')).toHaveText('+34 600 11 12 22')
  await expect(fact(card, 'Límite diario')).toHaveText(String(limits.dailyCap))
  await expect(fact(card, 'Envíos por minuto')).toHaveText(String(limits.ratePerMinute))
  await expect(fact(card, 'Límite mensual')).toHaveText(String(limits.monthlyCap))

  await force(page, 'GET', statusPaths[0], { body: { enabled: false, from: '+34611223344', rpm: 7 } })
  await page.reload()
  await expect(card.getByText('Desactivado', { exact: true })).toBeVisible()
  await expect(fact(card, 'Remitente')).toHaveText('+34 611 22 33 44')
  await expect(fact(card, 'Envíos por minuto')).toHaveText('7')

  await force(page, 'GET', statusPaths[0], { status: 500 })
  await page.reload()
  await expect(card.getByText('Error', { exact: true })).toBeVisible()
  await expect(card.getByRole('alert')).toHaveText('No se pudo obtener el estado.')

  await withhold(
    page,
    statusPaths.flatMap((path) => [['OPTIONS', path] as const, ['GET', path] as const]),
  )
  await button(card, 'Reintentar').click()
  await expect(card.getByText('No disponible', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/app')
})

test('the status of WhatsApp is found wherever a server has it, and remembered', async ({ page, signIn }) => {
  const there = '/integrations/wa/status'
  const others = statusPaths.filter((path) => path !== there)
  await signIn(page, 'owner')
  await withhold(
    page,
    others.flatMap((path) => [['OPTIONS', path] as const, ['GET', path] as const]),
  )
  const probes = collect(page, 'OPTIONS', /status$/)
  const asked = collect(page, 'GET', /\/wa\/status$/)
  await page.goto('/app')
  await expect(whatsApp(page).getByText('De prueba: no sale nada', { exact: true })).toBeVisible()
  expect(probes).toHaveLength(statusPaths.indexOf(there) + 1)
  expect(probes.some((probe) => 'authorization' in probe.headers())).toBe(false)

  await page.goto('/app/admin')
  await expect(fact(whatsApp(page), 'Créditos gratuitos')).toHaveText('1000')
  expect(probes).toHaveLength(statusPaths.indexOf(there) + 1)
  expect(asked.map((request) => new URL(request.url()).pathname)).toEqual([`/api${there}`, `/api${there}`])
})

test('what cannot be counted says so, in words of the server or its own, and is asked again', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await force(page, 'GET', '/customers', { status: 409 })
  await force(page, 'GET', '/users', { status: 429, body: { message: 'Son muchas preguntas a la vez.' } })
  await page.goto('/app')
  await expect(panel(page, 'Clientes').getByRole('alert')).toHaveText('Error cargando clientes')
  await expect(panel(page, 'Equipo').getByRole('alert')).toHaveText('Son muchas preguntas a la vez.')

  await force(page, 'GET', '/users', { status: 422 })
  await button(panel(page, 'Equipo'), 'Reintentar').click()
  await expect(panel(page, 'Equipo').getByRole('alert')).toHaveText('No se pudo cargar usuarios.')
  await page.unrouteAll()
  await button(panel(page, 'Equipo'), 'Reintentar').click()
  await expect(panel(page, 'Equipo')).toContainText('personas pueden entrar')
})

test('with the keyboard alone the dashboard leads on', async ({ page, signIn }) => {
  await signIn(page, 'admin')
  await page.goto('/app')
  await expect(panel(page, 'Equipo')).toContainText('Iván Castaño')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Escanear o buscar' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Gestionar el equipo' }))
  await tabTo(page, page.getByRole('link', { name: 'Ver la lista' }), 'Shift+Tab')
  await tabTo(page, page.getByRole('link', { name: 'Herramientas del negocio' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/admin')
})
