import type { Page } from '@playwright/test'
import { accounts } from '../harness/accounts.ts'
import { expect, test } from '../harness/test.ts'

test.use({ named: true })

async function enterAs(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Entrar con tu organización' }).click()
  await page.getByLabel('Cuenta de la organización').fill(email)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('an operator signs in by the organisation, and any other account is refused', async ({ page }) => {
  await page.goto('/login')
  await enterAs(page, accounts.owner)
  await expect(page.getByRole('alert')).toContainText('Con esa cuenta de tu organización no se puede entrar')
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
  await expect(page.getByLabel('Correo electrónico')).toBeEditable()

  await enterAs(page, accounts.superadmin)
  await expect(page).toHaveURL('/cpanel')
  await expect(page.getByRole('heading', { name: 'Panel de control' })).toBeVisible()
})
