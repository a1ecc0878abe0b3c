import type { Page } from '@playwright/test'
import { panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test.use({ named: true })

async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a barber adds a passkey, signs in with it, and confirms with it', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  await addAuthenticator(page)
  await signIn(page, await shop.signIn(barber.email, barber.password))
  await page.goto('/app/account')
  const keys = panel(page, 'Llaves de acceso')
  await keys.getByRole('button', { name: 'Añadir una llave de acceso' }).click()
  await keys.getByLabel('Nombre de la llave').fill('Móvil de pruebas')
  await keys.getByRole('button', { name: 'Crear llave de acceso' }).click()
  const codes = panel(page, 'Guarda tus códigos de recuperación')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Ya los he guardado' }).click()
  await expect(keys.getByRole('listitem')).toContainText('Móvil de pruebas')

  await page.goto('/logout')
  await page.getByLabel('Correo electrónico').fill(barber.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(barber.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page).toHaveURL('/staff/checkin')

  // Simulates an old sign-in: the server refuses once, then the passkey makes the session recent.
  const refusal = { code: 'RECENT_AUTHENTICATION_REQUIRED', message: 'Confirma que eres tú.' }
  await page.route(
    '**/second-factor/recovery-codes',
    (route) => route.fulfill({ status: 403, json: refusal }),
    {
      times: 1,
    },
  )
  await page.goto('/app/account')
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
})
