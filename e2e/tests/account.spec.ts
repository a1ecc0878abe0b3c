import { tabTo } from '../harness/keyboard.ts'
import { mockResponse, removeEndpoints } from '../harness/requests.ts'
import { Account, fact, panel, sections } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const changes = [
  ['PATCH', '/users/me/password'],
  ['POST', '/users/me/password'],
  ['POST', '/auth/change-password'],
  ['POST', '/me/password'],
] as const

// Spec: users-5, users-6, errors-48
test('a new password ends the other sessions and keeps this one', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  const elsewhere = await shop.signIn(barber.email, barber.password)
  await signIn(page, await shop.signIn(barber.email, barber.password))
  const account = await new Account(page).open()
  await expect(fact(panel(page, 'Tus datos'), 'Correo electrónico')).toHaveText(barber.email)
  await expect(fact(panel(page, 'Tus datos'), 'Negocio')).toHaveText('Barbería Demo')
  await expect(account.submit).toBeDisabled()
  await account.fillIn(barber.password, 'Otra-Navaja-2026')
  await account.submit.click()
  await expect(account.form.getByRole('status')).toHaveText('✅ Contraseña actualizada.')
  await expect(account.current).toHaveValue('')

  const business = { headers: { Authorization: `Bearer ${elsewhere.token}` } }
  expect((await page.request.get('/api/business', business)).status()).toBe(401)
  await shop.signIn(barber.email, 'Otra-Navaja-2026')
  await expect(shop.signIn(barber.email, barber.password)).rejects.toThrow('401')
  await sections(page).getByRole('link', { name: 'Clientes' }).click()
  await expect(page.getByRole('table')).toContainText('Álvaro Núñez')
})

// Spec: validation-21, validation-22, errors-12, limits-3
test('a refused password change shows the reason', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  await signIn(page, await shop.signIn(barber.email, barber.password))
  const account = await new Account(page).open()
  const status = account.form.getByRole('status').filter({ hasText: /❌|✅/u })

  await account.fillIn(barber.password, 'Otra-Navaja-2026', 'Otra-Navaja-2027')
  await account.repeated.blur()
  await expect(status).toHaveText('❌ Revisa los campos: mínimo 8 caracteres y coincidencia.')
  await expect(account.submit).toBeDisabled()

  await account.fillIn('No-es-esta-1', 'Otra-Navaja-2026')
  await account.submit.click()
  await expect(account.current).toHaveAccessibleDescription(/La contraseña actual no es correcta\./)
  await expect(account.current).toBeFocused()
  await expect(page.getByText('La contraseña actual no es correcta.')).toHaveCount(1)

  const [[, first], ...others] = changes
  for (const [answer, words] of [
    [{ status: 409 }, '❌ No se pudo cambiar la contraseña.'],
    [{ status: 429, body: { message: 'Espera un minuto.' } }, '❌ Espera un minuto.'],
    [{ status: 500, body: { error: 'Hoy no.' } }, '❌ Hoy no.'],
    [null, '❌ No hay conexión con el servidor. Inténtalo de nuevo.'],
  ] as const) {
    await mockResponse(page, 'PATCH', first, answer)
    await account.submit.click()
    await expect(status).toHaveText(words)
  }
  await mockResponse(page, 'PATCH', first, { status: 405 })
  await removeEndpoints(page, others)
  await account.submit.click()
  await expect(status).toHaveText('❌ No se pudo cambiar la contraseña (endpoint no disponible).')
})

// Spec: users-5
test('a password is changed by keyboard alone', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  await signIn(page, await shop.signIn(barber.email, barber.password))
  const account = await new Account(page).open()
  await tabTo(page, account.current)
  await page.keyboard.type(barber.password)
  await tabTo(page, account.next)
  await page.keyboard.type('Otra-Navaja-2026')
  await tabTo(page, account.repeated)
  await page.keyboard.type('Otra-Navaja-2026')
  const show = page.getByLabel('Mostrar las contraseñas')
  await tabTo(page, show)
  await page.keyboard.press('Space')
  await expect(account.next).toHaveAttribute('type', 'text')
  await tabTo(page, account.submit)
  await page.keyboard.press('Enter')
  await expect(account.form.getByRole('status')).toHaveText('✅ Contraseña actualizada.')
  await tabTo(page, show, 'Shift+Tab')
})
