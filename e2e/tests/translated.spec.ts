import { Counter, codeOf } from '../harness/counter.ts'
import { codeSentTo, Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { button } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'
import { expectVerbatim, translatePages } from '../harness/translator.ts'

test.beforeEach(({ page }) => translatePages(page))

test('the customer’s screens update while the browser translates them', async ({ page, shop }) => {
  const form = await new Registration(page).open()
  await form.fillIn('Ana Ruiz', shop.newPhone())
  await form.create.click()
  await expect(page.getByText('¡Gracias, Ana Ruiz!')).toBeVisible()
  await expectVerbatim(page, 'Ana Ruiz', 'Barbería Demo')

  const eva = await shop.newCustomer({ name: 'Eva Sanz' })
  const portal = await new Portal(page).open()
  await portal.phone.fill(eva.phone)
  await portal.send.click()
  const wait = page.getByText(/^Podrás pedir otro código en \d+ s$/)
  const first = (await wait.textContent()) ?? ''
  await expect(wait).not.toHaveText(first)
  await portal.code.fill(await codeSentTo(shop, eva.phone))
  await expect(portal.card(0)).toBeVisible()
  await shop.stamp(eva.id, 2)
  await page.reload()
  await expect(portal.card(2)).toContainText('3')
  await expectVerbatim(page, 'Eva Sanz', 'Barbería Demo')

  await page.getByRole('link', { name: 'Mis datos' }).click()
  const sms = page.getByRole('checkbox', { name: 'Mensajes por SMS' })
  await sms.check()
  await expect(sms).toHaveAccessibleDescription(/^Aceptado el/)
  await sms.uncheck()
  await expect(sms).toHaveAccessibleDescription(/^No aceptado desde el/)
})

test('the counter updates while the browser translates it', async ({ page, shop, signIn }) => {
  const word = shop.newWord()
  const iria = await shop.newCustomer({ name: `${word} Iria`, visits: 4 })
  const nadia = await shop.newCustomer({ name: `${word} Nadia` })
  await signIn(page, 'admin')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(nadia.id))
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.panel.getByRole('heading', { name: nadia.name })).toBeVisible()
  await counter.read(codeOf(iria.id))
  await expect(counter.panel).toContainText('Ya se registró una visita hoy')
  await expect(counter.panel).not.toContainText('Visita registrada')
  await counter.authorize()
  await expect(counter.panel).toContainText('Visita registrada')
  await counter.owed('50 %').getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel).toContainText('Canjeado')
  await expectVerbatim(page, iria.name)

  for (const [typed, found] of [
    [word, 2],
    [iria.name, 1],
  ] as const) {
    await counter.box.fill(typed)
    await expect(
      page.getByRole('list', { name: 'Clientes que coinciden' }).getByRole('listitem'),
    ).toHaveCount(found)
  }
})

test('the owner’s screens update while the browser translates them', async ({ page, shop, signIn }) => {
  const word = shop.newWord()
  const iria = await shop.newCustomer({ name: `${word} Iria`, visits: 3 })
  const nadia = await shop.newCustomer({ name: `${word} Nadia`, visits: 1 })
  await signIn(page, 'owner')
  await page.goto(`/app/reports/services?q=${word}`)
  const total = page.getByRole('status').filter({ hasText: 'con «' })
  await expect(total).toContainText('4 visitas de 2 clientes')
  await page.getByLabel('Buscar por nombre').fill(iria.name)
  await expect(total).toContainText('3 visitas de 1 cliente con')
  await button(page, 'Semana anterior').click()
  await expect(page.getByText('No vino nadie con ese nombre')).toBeVisible()
  await page.goto('/app/customers')
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(word)
  await expectVerbatim(page, iria.name, nadia.name)
  await page.getByRole('link', { name: nadia.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: nadia.name })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: iria.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: iria.name })).toBeVisible()
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/app/users')
  await expectVerbatim(page, 'owner@demo.test')
})
