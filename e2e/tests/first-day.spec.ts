import { businesses } from '../harness/accounts.ts'
import { Counter } from '../harness/counter.ts'
import { NewCustomer } from '../harness/customers.ts'
import { Registration } from '../harness/registration.ts'
import type { Shop, SignedIn } from '../harness/shop.ts'
import { button, panel, row, Team } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

interface Opened {
  owner: { email: string }
  tempPassword: string
}

async function newOwner(shop: Shop): Promise<SignedIn> {
  const word = shop.newWord()
  const body = { name: `Barbería ${word}`, ownerEmail: `${word.toLowerCase()}@demo.test`, ownerName: 'Marta' }
  const { owner, tempPassword } = await shop.as<Opened>('superadmin', 'POST', '/cp/businesses', body)
  await shop.changePassword(await shop.signIn(owner.email, tempPassword), tempPassword, 'Navaja-2026')
  return shop.signIn(owner.email, 'Navaja-2026')
}

test('a new customer registers on the device of the counter, which stores nothing about them @sizes', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  const phone = shop.newPhone()
  const name = `Celia ${shop.newWord()}`
  await signIn(page, 'barber')
  await new Counter(page).open()
  await page.getByRole('link', { name: 'Que se registre aquí' }).click()
  const form = new Registration(page)
  await form.fillIn(name, phone)
  await page.getByLabel('Sellos de tu tarjeta de papel').fill('7')
  await form.create.click()

  await expect(page).toHaveURL(/\/staff\/checkin\?cid=/)
  const customerId = new URL(page.url()).searchParams.get('cid') ?? ''
  const claim = page.getByRole('region', { name: 'Tarjeta de papel' })
  await expect(claim).toContainText('Dice que trae 7 sellos en papel')
  await expect(claim).toContainText('un administrador')
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, Object.keys(localStorage)]))
  expect(stored).not.toMatch(/registration|registered|axioma\.card|portal/)
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('axioma_browser')

  await page.goBack()
  await expect(page).toHaveURL('/staff/checkin')
  await expect(page.getByRole('link', { name: 'Que se registre aquí' })).toBeVisible()
  await expect(form.name).toHaveCount(0)
  await page.goto(`/public/register?bid=${businesses.demo}&mostrador=1`)
  await expect(form.name).toHaveValue('')
  await expect(form.phone).toHaveValue('')

  await signIn(page, 'admin')
  await page.goto(`/staff/checkin?cid=${customerId}`)
  await button(claim, 'Anotar los 7 sellos').click()
  await expect(claim).toHaveCount(0)
  const progress = await shop.as<{ count: number }>('admin', 'GET', `/customers/${customerId}/progress`)
  expect(progress.count).toBe(7)
  expect(await shop.visitsOf(customerId)).toBe(0)
})

test('two paper cards in a row are entered at the counter in at most four acts each', async ({
  page,
  shop,
  signIn,
}) => {
  const customers = [await shop.newCustomer(), await shop.newCustomer()]
  await signIn(page, 'admin')
  const { box } = await new Counter(page).open()
  for (const [index, { id, name, phone }] of customers.entries()) {
    const stamps = 6 + index
    let acts = 0
    const act = async (...steps: (() => Promise<void>)[]) => {
      for (const step of steps) await step()
      acts += 1
    }
    const type = (text: string) => () => page.keyboard.type(text)
    const enter = () => page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    await act(type(phone.replace(/^\+34/, '')), enter)
    await act(() => button(page, 'Trae sellos de una tarjeta de papel').click())
    await expect(page.getByLabel('Sellos que trae en papel')).toBeFocused()
    await act(type(String(stamps)), enter)
    await expect(page.getByText(`${name}: ${stamps} sellos de papel anotados.`)).toBeVisible()
    expect(acts).toBeLessThanOrEqual(4)
    const { count } = await shop.as<{ count: number }>('admin', 'GET', `/customers/${id}/progress`)
    expect(count).toBe(stamps)
    expect(await shop.visitsOf(id)).toBe(0)
  }
  await expect(box).toBeFocused()
})

test('a member of the staff joins by a link', async ({ page, shop, signIn, otherDevice }) => {
  const email = `${shop.newWord().toLowerCase()}@demo.test`
  await signIn(page, 'owner')
  const team = await new Team(page).open()
  await button(page, 'Invitar con un enlace').click()
  await team.dialog.getByLabel('Nombre').fill('Gaspar Sanz')
  await team.dialog.getByLabel('Correo electrónico').fill(email)
  await button(team.dialog, 'Crear el enlace').click()
  const { pathname, hash } = new URL((await team.dialog.locator('.select-all').textContent()) ?? '')
  const link = pathname + hash
  await button(team.dialog, 'Hecho').click()
  await expect(row(page, email)).toContainText('Invitado')

  const phone = await otherDevice()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Te damos la bienvenida, Gaspar')
  await expect(phone.getByText('Barbería Demo como barbero')).toBeVisible()
  await phone.getByLabel('Contraseña nueva', { exact: true }).fill('navaja y peine 7')
  await phone.getByLabel('Repite la contraseña nueva').fill('navaja y peine 7')
  await button(phone, 'Guardar y entrar').click()
  await expect(phone).toHaveURL('/staff/checkin')
  await shop.signIn(email, 'navaja y peine 7')

  await page.reload()
  await expect(row(page, email)).toContainText('Activo')
})

test('the first steps of a new business show what is done, and can be dismissed and shown again', async ({
  page,
  shop,
  signIn,
}) => {
  const owner = await newOwner(shop)
  await signIn(page, owner)
  await page.goto('/app')
  const steps = panel(page, 'Para empezar')
  await expect(steps).toContainText('0 de 8 hechos')
  await button(steps, 'Dar por hecho: Invita a tu equipo').click()
  await expect(steps).toContainText('1 de 8 hechos')
  await steps.getByRole('link', { name: 'Crea el primer cliente' }).click()
  await expect(page).toHaveURL('/app/customers/new')
  const customer = new NewCustomer(page)
  await customer.fillIn('Ana Primera', shop.newPhone())
  await customer.create.click()
  await expect(customer.qr.getByRole('img').first()).toBeVisible()
  await page.goto('/app')
  await expect(steps).toContainText('2 de 8 hechos')
  await button(steps, 'No mostrar más').click()
  await expect(steps).toHaveCount(0)
  await page.goto('/app/settings?seccion=negocio')
  await button(page, 'Volver a mostrarla').click()
  await page.goto('/app')
  await expect(steps).toContainText('2 de 8 hechos')
})
