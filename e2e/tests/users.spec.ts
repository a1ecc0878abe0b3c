import { accounts } from '../harness/accounts.ts'
import { tabTo } from '../harness/keyboard.ts'
import type { Shop } from '../harness/shop.ts'
import { stopClock } from '../harness/shopTime.ts'
import { button, expectAnnounced, row, Team } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const newEmail = (shop: Shop) => `nuevo${shop.newPhone().replaceAll(' ', '')}@demo.test`

// Spec: users-1, users-2, users-3, entities-5, validation-12, roles-21, calls-14, errors-42
test('an account is created, gets a temporary password shown once, is disabled and enabled @sizes', async ({
  context,
  page,
  shop,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = newEmail(shop)
  const name = `Gaspar ${email.slice(8, 14)}`
  await page.clock.install()
  await signIn(page, 'owner')
  const team = await new Team(page).open()
  await team.startCreating()
  await team.email.fill(`  ${email} `)
  await team.name.fill(name)
  await team.password.fill('Tijera')
  await team.create.click()
  await expect(page.getByText('✅ Usuario creado correctamente.')).toBeVisible()
  await expect(team.dialog).toBeHidden()
  await expect(row(page, email)).toContainText('Barbero')
  await shop.signIn(email, 'Tijera')

  await team.reset(name).click()
  await expect(team.dialog).toContainText('se cerrarán sus sesiones')
  await button(team.dialog, 'Restablecer contraseña').click()
  await expect(team.dialog).toContainText('Solo se muestra ahora.')
  const temporary = (await team.dialog.locator('.select-all').textContent()) ?? ''
  await stopClock(page)
  await button(team.dialog, 'Copiar contraseña temporal').click()
  await expect(button(team.dialog, 'Copiada')).toBeVisible()
  await page.clock.resume()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(temporary)
  await button(team.dialog, 'Ya la he apuntado').click()
  await expect(page.getByText(temporary)).toHaveCount(0)
  await shop.signIn(email, temporary)
  await expect(shop.signIn(email, 'Tijera')).rejects.toThrow('401')

  await team.disable(name).click()
  await button(team.dialog, `Desactivar a ${name}`).click()
  await expectAnnounced(page, `✅ ${name} ya no puede entrar.`)
  await expect(row(page, email)).toContainText('Desactivado')
  await expect(shop.signIn(email, temporary)).rejects.toThrow('401')

  await team.enable(name).click()
  await button(team.dialog, `Activar a ${name}`).click()
  await expectAnnounced(page, `✅ ${name} puede entrar otra vez.`)
  await shop.signIn(email, temporary)
})

test('a password is reset by keyboard alone, and the focus returns', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  await signIn(page, 'admin')
  const team = await new Team(page).open()
  const reset = team.reset(barber.email)
  await tabTo(page, reset)
  await page.keyboard.press('Enter')
  await expect(team.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(team.dialog).toBeHidden()
  await expect(reset).toBeFocused()

  await page.keyboard.press('Space')
  await tabTo(page, button(team.dialog, 'Restablecer contraseña'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(team.dialog, 'Copiar contraseña temporal'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape') // a second Escape closes without asking the page
  await expect(team.dialog, 'the dialog still shows the password').toContainText('Solo se muestra ahora.')
  expect(await page.evaluate(asksBeforeItIsLeft)).toBe(true)
  await tabTo(page, button(team.dialog, 'Ya la he apuntado'))
  await page.keyboard.press('Enter')
  await expect(team.dialog).toBeHidden()
  expect(await page.evaluate(asksBeforeItIsLeft)).toBe(false)
  await expect(reset).toBeFocused()

  await tabTo(page, team.disable(barber.email))
  await page.keyboard.press('Enter')
  const disable = button(team.dialog, `Desactivar a ${barber.email}`)
  await tabTo(page, disable)
  await expect(disable).toBeEnabled() // the button ignores clicks for a moment after it has appeared
  await page.keyboard.press('Space')
  await expect(row(page, barber.email)).toContainText('Desactivado')
  await expect(team.enable(barber.email)).toBeFocused()
})

// Spec: users-4, roles-13, errors-41
test('an account is created on its own screen by keyboard alone', async ({ page, shop, signIn }) => {
  const email = newEmail(shop)
  await signIn(page, 'owner')
  await page.goto('/app/staff/new')
  const team = new Team(page)
  await expect(team.role).toHaveValue('BARBER')
  await tabTo(page, team.email)
  await page.keyboard.type(accounts.barber)
  await tabTo(page, team.password)
  await page.keyboard.type('Tijera-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('❌ Error: Ya existe un usuario con este correo.')).toBeVisible()

  await tabTo(page, team.email, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(email)
  await tabTo(page, button(page, 'Mostrar la contraseña'))
  await page.keyboard.press('Space')
  await expect(team.password).toHaveAttribute('type', 'text')
  await tabTo(page, team.role)
  await page.keyboard.press('ArrowDown')
  await expect(team.role).toHaveValue('ADMIN')
  await tabTo(page, team.create)
  await page.keyboard.press('Enter')
  await expect(page.getByText('✅ Usuario creado correctamente.')).toBeVisible()
  expect((await shop.signIn(email, 'Tijera-1')).role).toBe('ADMIN')
})

const asksBeforeItIsLeft = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
