import { accounts, password } from '../harness/accounts.ts'
import { tabTo } from '../harness/keyboard.ts'
import { force, withhold } from '../harness/requests.ts'
import type { Shop } from '../harness/shop.ts'
import { stopClock } from '../harness/shopTime.ts'
import { button, expectSaid, panel, row, Team } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const resets = (id: string) =>
  [
    ['POST', `/users/${id}/reset-password`],
    ['POST', `/admin/users/${id}/reset-password`],
    ['POST', `/cp/users/${id}/reset-password`],
    ['PATCH', `/users/${id}/password`],
    ['POST', '/users/reset-password'],
  ] as const

/** An email that nobody else has. */
const newEmail = (shop: Shop) => `nuevo${shop.newPhone().replaceAll(' ', '')}@demo.test`

test('an account: created, given a temporary password that is shown once, shut and opened @sizes', async ({
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
  await team.email.fill(`  ${email} `)
  await team.name.fill(name)
  await team.password.fill('Tijera')
  await team.create.click()
  await expect(page.getByText('✅ Usuario creado correctamente.')).toBeVisible()
  await expect(team.email).toHaveValue('')
  await expect(row(page, email)).toContainText('Barbero')
  await shop.signIn(email, 'Tijera')

  await team.reset(name).click()
  await expect(team.dialog).toContainText('sus sesiones abiertas se cerrarán')
  await button(team.dialog, 'Resetear contraseña').click()
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
  await expectSaid(page, `✅ ${name} ya no puede entrar.`)
  await expect(row(page, email)).toContainText('Desactivado')
  await expect(shop.signIn(email, temporary)).rejects.toThrow('401')

  await team.enable(name).click()
  await button(team.dialog, `Activar a ${name}`).click()
  await expectSaid(page, `✅ ${name} puede entrar otra vez.`)
  await shop.signIn(email, temporary)
})

test('an ADMIN sees, creates and manages barbers only; nobody manages oneself', async ({
  page,
  shop,
  signIn,
}) => {
  const barber = await shop.newBarber()
  await signIn(page, 'admin')
  const team = await new Team(page).open()
  await expect(row(page, barber.email)).toBeVisible()
  await expect(page.getByText(accounts.owner)).toHaveCount(0)
  await expect(team.role.getByRole('option')).toHaveText(['Barbero'])

  await signIn(page, 'owner')
  await team.open()
  await expect(team.role.getByRole('option')).toHaveText(['Barbero', 'Administrador'])
  await expect(row(page, accounts.admin).getByRole('button')).toHaveCount(2)
  await expect(row(page, accounts.owner)).toContainText('Tú')
  await expect(row(page, accounts.owner).getByRole('button')).toHaveCount(0)
})

test('a reset, a shut account and a copy that fail say why', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  const [[, byId], ...others] = resets(barber.id)
  await signIn(page, 'owner')
  const team = await new Team(page).open()
  await team.reset(barber.email).click()
  const said = team.dialog.getByRole('status').first()
  const reset = button(team.dialog, 'Resetear contraseña')

  await force(page, 'POST', byId, { status: 409 })
  await reset.click()
  await expect(said).toHaveText('❌ No se pudo resetear la contraseña.')
  await force(page, 'POST', byId, { status: 429, body: { message: 'Espera un minuto.' } })
  await reset.click()
  await expect(said).toHaveText('❌ Espera un minuto.')
  await force(page, 'POST', byId, { status: 404 })
  await withhold(page, others)
  await reset.click()
  await expect(said).toHaveText('❌ No encontré un endpoint compatible para resetear contraseña... Not Found')
  await force(page, 'POST', `/cp/users/${barber.id}/reset-password`, { status: 403 })
  await reset.click()
  await expect(said, 'a call of the control panel ends no session').toHaveText(
    '❌ No se pudo resetear la contraseña.',
  )

  await page.unrouteAll()
  await reset.click()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    document.execCommand = () => false
  })
  await button(team.dialog, 'Copiar contraseña temporal').click()
  await expect(team.dialog.getByText('No se pudo copiar.')).toBeVisible()
  await button(team.dialog, 'Ya la he apuntado').click()

  await force(page, 'POST', `/users/${barber.id}/disable`, { status: 422 })
  await team.disable(barber.email).click()
  await button(team.dialog, `Desactivar a ${barber.email}`).click()
  await expect(said).toHaveText('❌ No se pudo guardar.')
  await button(team.dialog, 'Cancelar').click()
  await expect(row(page, barber.email)).toContainText('Activo')
})

test('users that do not come and an account that is not created say why', async ({ page, shop, signIn }) => {
  await signIn(page, 'owner')
  await force(page, 'GET', '/users', { status: 404 })
  const team = new Team(page)
  await page.goto('/app/users')
  const list = panel(page, 'Usuarios')
  await expect(list.getByRole('alert')).toHaveText('No se pudo cargar usuarios.')
  await page.unrouteAll()
  await button(list, 'Reintentar').click()
  await expect(row(page, accounts.barber)).toBeVisible()

  await team.create.click()
  await expect(team.email).toHaveAccessibleDescription(/Escribe un correo\./)
  await team.email.fill('sin-arroba')
  await team.password.fill('corta')
  await team.create.click()
  await expect(team.email).toHaveAccessibleDescription(/Revisa el correo/)
  await expect(team.password).toHaveAccessibleDescription(/al menos 6 caracteres/)

  await team.email.fill(accounts.barber)
  await team.password.fill(password)
  await team.create.click()
  await expect(page.getByText('❌ Ya existe un usuario con este correo.')).toBeVisible()
  await force(page, 'POST', '/users', { status: 409 })
  await team.email.fill(newEmail(shop))
  await team.create.click()
  await expect(page.getByText('❌ No se pudo crear el usuario.')).toBeVisible()
})

test('with the keyboard alone a password is reset, and the focus comes back', async ({
  page,
  shop,
  signIn,
}) => {
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
  await tabTo(page, button(team.dialog, 'Resetear contraseña'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(team.dialog, 'Copiar contraseña temporal'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape') // a browser does not ask the page about the second
  await expect(team.dialog, 'the password is still there').toContainText('Solo se muestra ahora.')
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
  await expect(disable).toBeEnabled() // it does nothing for a moment after it has appeared
  await page.keyboard.press('Space')
  await expect(row(page, barber.email)).toContainText('Desactivado')
  await expect(team.enable(barber.email)).toBeFocused()
})

test('a screen of its own creates an account, with the keyboard alone @sizes', async ({
  page,
  shop,
  signIn,
}) => {
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
