import type { Page } from '@playwright/test'
import { accounts, password } from '../harness/accounts.ts'
import { delayRequests } from '../harness/requests.ts'
import type { Account } from '../harness/shop.ts'
import { storedSession } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const email = (page: Page) => page.getByLabel('Correo electrónico')
const enter = (page: Page) => page.getByRole('button', { name: /^Entra/ })

async function fillIn(page: Page, account: string, withPassword: string): Promise<void> {
  await email(page).fill(account)
  await page.getByLabel('Contraseña', { exact: true }).fill(withPassword)
}

const landings: [Account, string][] = [
  ['barber', '/staff/checkin'],
  ['owner', '/app'],
  ['superadmin', '/cpanel'],
]

for (const [account, landing] of landings) {
  // Spec: routes-1, routes-5, routes-8, states-4
  test(`the ${account} lands on ${landing}`, async ({ page }) => {
    await page.goto('/login')
    await expect(email(page)).toBeFocused()
    await fillIn(page, accounts[account], password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(landing)
    await page.goto('/')
    await expect(page).toHaveURL(landing)
  })
}

// Spec: routes-6
test('a wrong password shows an error and keeps the typed text', async ({ page }) => {
  await page.goto('/login')
  await fillIn(page, accounts.barber, 'Otra-1234')
  const releaseRequests = await delayRequests(page, /\/auth\/login$/)
  await enter(page).click()
  await expect(enter(page)).toHaveAccessibleName('Entrando…')
  releaseRequests()
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')
  await expect(enter(page)).toHaveAccessibleName('Entrar')
  await expect(email(page)).toHaveValue(accounts.barber)
  await expect(page).toHaveURL('/login')
})

// Spec: routes-11
test('/logout ends the session, even for a copy of its token', async ({ page, shop, signIn }) => {
  const session = await shop.ownSession('owner')
  await signIn(page, session)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect(email(page)).toBeVisible()
  await expect.poll(() => storedSession(page)).toBeNull()
  await expect(page.getByText('Sesión caducada')).toHaveCount(0)
  const headers = { Authorization: `Bearer ${session.token}` }
  await expect.poll(async () => (await page.request.get('/api/business', { headers })).status()).toBe(401)
})

// Spec: states-5, errors-4
test('a session ended by a new password leads to the sign-in with the reason', async ({
  page,
  shop,
  signIn,
}) => {
  const barber = await shop.newBarber()
  const session = await shop.signIn(barber.email, barber.password)
  await signIn(page, session)
  const lastQuestion = page.waitForResponse(/\/counter\/snapshot$/) // otherwise this request may be the one that the new password refuses
  await page.goto('/staff/checkin')
  const box = page.getByLabel('Escanea o busca al cliente')
  await expect(box).toBeFocused()
  await lastQuestion

  await shop.changePassword(session, barber.password, 'Otra-Navaja-2026')
  await box.fill('gomez')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Sesión caducada. Inicia sesión de nuevo.')).toBeVisible()

  await fillIn(page, barber.email, 'Otra-Navaja-2026')
  await enter(page).click()
  await expect(page).toHaveURL('/staff/checkin')
})

test('a temporary password must be replaced before any other screen', async ({ page, shop }) => {
  const barber = await shop.hiredBarber()
  await page.goto('/login')
  await fillIn(page, barber.email, barber.password)
  await enter(page).click()
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
  const chosen = page.getByLabel('Contraseña nueva', { exact: true })
  const repeated = page.getByLabel('Repite la contraseña nueva')
  await expect(chosen).toBeFocused()
  await page.goto('/staff/checkin')
  await expect(page, 'other screens lead back to the sign-in').toHaveURL('/login')

  await fillIn(page, barber.email, barber.password)
  await enter(page).click()
  await chosen.fill(barber.password)
  await repeated.fill(barber.password)
  await page.getByRole('button', { name: 'Guardar y entrar' }).click()
  await expect(chosen).toHaveAccessibleDescription(/Elige una distinta de la temporal\./)
  await chosen.fill('Navaja-2026')
  await repeated.fill('Navaja-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/staff/checkin')
  await shop.signIn(barber.email, 'Navaja-2026')
  await expect(shop.signIn(barber.email, barber.password)).rejects.toThrow('401')
})

// Spec: routes-2, routes-29
test('an unknown address leads to the landing page or the home of the session', async ({ page, signIn }) => {
  await page.goto('/no/hay/nada')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/La tarjeta de sellos de tu barbería/)
  await signIn(page, 'barber')
  await page.goto('/no/hay/nada')
  await expect(page).toHaveURL('/staff/checkin')
})

// Spec: routes-29
test('the files that browsers and crawlers request exist, and no other file name is a page', async ({
  page,
}) => {
  await page.goto('/')
  const linked = await page
    .locator('link[rel~="icon"], link[rel="manifest"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(linked).toHaveLength(3)
  for (const path of [...linked, '/robots.txt', '/favicon.ico']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).not.toContain('text/html')
  }
  for (const path of ['/sitemap.xml', '/foo.png', '/.well-known/x']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
})
