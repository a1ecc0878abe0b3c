import { expectAccessible } from '../harness/accessibility.ts'
import { businesses } from '../harness/accounts.ts'
import { Portal } from '../harness/portal.ts'
import { button } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const pages = ['privacidad', 'aviso', 'cookies'] as const

// Spec: product-7, routes-26
test('the form, the fixed page and the portal lead to the legal pages of their business', async ({
  page,
  shop,
}) => {
  const footerLink = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
  await page.goto(`/public/register?bid=${businesses.demo}`)
  await expect(page.getByRole('region', { name: 'Tus datos, en breve' })).toContainText(
    'Manuel Ortega Vidal (Barbería Demo)',
  )
  await footerLink('Privacidad').click()
  await expect(page.getByText('Calle del Ejemplo 7, 28004 Madrid')).toBeVisible()
  await page.goto('/qr')
  await expect(footerLink('Aviso legal')).toHaveAttribute('href', `/legal/aviso?bid=${businesses.demo}`)
  await new Portal(page).signIn(shop, await shop.newcomer({ name: 'Ana Ruiz' }))
  await footerLink('Cookies').click()
  await expect(page.getByText('Manuel Ortega Vidal')).toBeVisible()
  await page.goto('/legal/privacy')
  await expect(page).toHaveURL(`/legal/privacidad?bid=${businesses.demo}`)
  for (const name of pages) {
    await page.goto(`/legal/${name}?bid=${businesses.demo}`)
    await expect(page.getByText('privacidad@demo.test')).toBeVisible()
    await expectAccessible(page)
  }
})

test('an owner without legal data is reminded, enters it, and the legal pages show it', async ({
  page,
  signIn,
}) => {
  await page.goto(`/legal/privacidad?bid=${businesses.other}`)
  await expect(page.getByText(/todavía no ha publicado aquí el nombre de su titular, su NIF/)).toBeVisible()
  await expectAccessible(page)
  await signIn(page, 'otherOwner')
  await page.goto('/app')
  await page.getByRole('link', { name: 'Completarlos en los ajustes' }).click()
  const panel = page.getByRole('region', { name: 'Datos legales' })
  await panel.getByLabel('Titular').fill('Begoña Etxebarria')
  await panel.getByLabel('NIF').fill('12345678A')
  await expect(panel.getByText(/No parece un NIF/)).toBeVisible()
  await panel.getByLabel('NIF').fill('12345678Z')
  await panel.getByLabel('Domicilio').fill('Gran Vía 1, Bilbao')
  await panel.getByLabel('Correo para tus clientes').fill('datos@norte.test')
  await button(page, 'Guardar cambios').click()
  await expect(page.getByText('Guardado.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/legal/aviso?bid=${businesses.other}`)
  await expect(page.getByText('Gran Vía 1, Bilbao')).toBeVisible()
  // Restores the legal data for later tests.
  await page.goto('/app/settings?seccion=legal')
  for (const label of ['Titular', 'NIF', 'Domicilio', 'Correo para tus clientes']) {
    await panel.getByLabel(label).fill('')
  }
  await button(page, 'Guardar cambios').click()
  await expect(panel.getByText(/Faltan datos/)).toBeVisible()
})
