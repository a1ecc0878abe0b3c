import { accounts } from '../harness/accounts.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

test.use({ rateLimits: true })

test('after too many registrations of one phone the form shows how long to wait', async ({ page, shop }) => {
  const form = await new Registration(page).open()
  const { phone } = await shop.newcomer()
  await form.fillIn('Saturnino Gil', phone)
  for (let tries = 2; tries <= 5; tries++) {
    const answer = page.waitForResponse(/\/public\/customers\/register$/)
    await form.create.click()
    expect((await answer).status()).toBe(409)
    await expect(page.getByText(/ya tiene tarjeta/)).toBeVisible()
  }
  await form.create.click()
  await expect(page.getByText('Demasiados intentos seguidos')).toBeVisible()
  await expect(
    page.getByText(/Espera (\d+|un) (minutos?|segundos?) y vuelve a pulsar el botón/),
  ).toBeVisible()
  await expect(page.getByText('Registro fallido (429)')).toBeVisible()
  await expect(form.name).toHaveValue('Saturnino Gil')
})

test('after too many wrong passwords the sign-in reports too many attempts', async ({ page, request }) => {
  const wrong = { email: accounts.barber, password: 'Otra-1234' }
  await expect
    .poll(async () => (await request.post('/api/auth/login', { data: wrong })).status(), { intervals: [0] })
    .toBe(429)
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(wrong.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(wrong.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Demasiados intentos')
})
