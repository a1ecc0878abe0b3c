import { CustomerRecord, countPrints, NewCustomer } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { collect, type Forced, force, loseAnswers } from '../harness/requests.ts'
import { button, expectSaid } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

/** The number without its country's prefix. */
const national = (phone: string) => phone.replace(/^\+34/, '').trim()

test('a customer is created, her code kept and printed, her record opened @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const name = 'Rosaura Benavent'
  const phone = shop.newPhone()
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await expect(form.qr).toContainText('Aquí aparecerá el QR')
  await expect(form.prefix).toHaveValue('+34')
  await expect(form.tag.getByRole('option')).toHaveText([
    'Elige un tipo de bono',
    'Bono VIP A',
    'Bono VIP B',
    'Bono VIP C',
    'Bono Tarjeta',
    'Bono Familia',
    'Esporádico',
  ])
  await form.fillIn(`  ${name} `, phone, 'BONO_VIP_B')
  await form.birthday.fill('1990-05-03')
  await form.create.click()

  await expectSaid(page, `✅ Cliente creado: ${name}.`)
  await expect(form.qr).toContainText(`✅ Cliente creado: ${name}.`)
  await expect(form.name, 'ready for the next').toHaveValue('')
  const image = form.qr.getByRole('img', { name: `Código QR de ${name}` })
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  const [created] = await shop.search(phone.replaceAll(' ', ''))
  expect(created).toMatchObject({ name, birthday: '1990-05-03', tag: 'BONO_VIP_B' })
  const id = created?.id ?? ''

  const kept = page.waitForEvent('download')
  await form.qr.getByRole('link', { name: 'Descargar' }).click()
  expect((await kept).suggestedFilename()).toBe(`qr-${id.slice(0, 8)}.png`)
  const prints = await countPrints(page)
  await button(form.qr, 'Imprimir').click()
  await expect.poll(prints).toBe(1)
  await form.qr.getByRole('link', { name: 'Ir al detalle' }).click()
  await expect(page).toHaveURL(`/app/customers/${id}`)
  await expect(new CustomerRecord(page, id).stamps).toHaveAccessibleName('0 de 4 visitas')
})

test('a phone that a customer has already brings her code, and creates nobody', async ({
  page,
  shop,
  signIn,
}) => {
  const known = await shop.newCustomer({ name: 'Rosaura Benavent' })
  await signIn(page, 'owner')
  const form = await new NewCustomer(page).open()
  await form.fillIn('Rosi', known.phone)
  await form.create.click()
  await expect(form.qr).toContainText('Este cliente ya existía: Rosaura Benavent. Este es su QR.')
  await expect(form.qr.getByRole('link', { name: 'Ir al detalle' })).toHaveAttribute(
    'href',
    `/app/customers/${known.id}`,
  )
  expect(await shop.search(known.phone.replaceAll(' ', ''))).toHaveLength(1)
})

test('while a person is typed who may be a customer already, that is said, with the way to her', async ({
  page,
  shop,
  signIn,
}) => {
  const name = `Inés Quiroga ${shop.newWord()}`
  const known = await shop.newCustomer({ name })
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  const warning = form.form.getByRole('status')
  await form.name.fill(name.toUpperCase().replace('É', 'E'))
  await expect(warning).toContainText(`Ya hay un cliente que se llama así: ${name}.`)
  await form.name.fill('Otra persona')
  await expect(warning).toHaveCount(0)
  await form.phone.fill(national(known.phone))
  await expect(warning).toContainText(`Ya hay un cliente con este teléfono: ${name}.`)
  await form.prefix.selectOption('+351')
  await expect(warning, 'the same digits in another country').toHaveCount(0)

  await form.prefix.selectOption('+34')
  await warning.getByRole('link', { name: `Abrir la ficha de ${name}` }).click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(`/app/customers/${known.id}`)
})

const refusals: [string, Forced | null, string][] = [
  [
    'a field',
    {
      status: 422,
      body: {
        code: 'VALIDATION',
        message: 'Revisa los datos.',
        errors: [{ field: 'phone', message: 'A este teléfono le faltan cifras.' }],
      },
    },
    'Revisa los datos.',
  ],
  ['no words', { status: 409 }, 'No se pudo crear.'],
  ['too many', { status: 429, body: { message: 'Espera un minuto.' } }, 'Espera un minuto.'],
  ['trouble at the server', { status: 500 }, 'No se pudo crear.'],
  ['other words', { status: 400, body: { error: 'Nombre no válido' } }, 'Nombre no válido'],
  ['no connection', null, 'No hay conexión con el servidor. Inténtalo de nuevo.'],
]

test('a customer who is not created: the form says why, so does a toast, and what was typed stays', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  const sent = collect(page, 'POST', /\/api\/customers$/)
  await form.phone.fill('sin cifras')
  await form.create.click()
  await expect(form.name).toHaveAccessibleDescription('Escribe el nombre.')
  await expect(form.name).toBeFocused()
  await expect(form.phone).toHaveAccessibleDescription('Escribe el teléfono.')
  await expect(form.tag).toHaveAccessibleDescription('Elige un tipo de bono.')
  expect(sent, 'nothing is sent').toHaveLength(0)

  const phone = shop.newPhone()
  await form.fillIn('Rosaura Benavent', phone)
  for (const [reason, answer, words] of refusals) {
    await force(page, 'POST', '/customers', answer)
    await form.create.click()
    await expect(form.form.getByText(`❌ Error: ${words}`), reason).toBeVisible()
    await expectSaid(page, words)
    if (reason === 'a field') {
      await expect(form.phone).toHaveAccessibleDescription('A este teléfono le faltan cifras.')
    }
  }
  await expect(form.name).toHaveValue('Rosaura Benavent')
  await page.unrouteAll()
  await loseAnswers(page, /\/api\/customers$/, 1)
  await form.create.click()
  await expect(form.form.getByText('❌ Error: No hay conexión con el servidor.')).toBeVisible()
  await form.create.click()
  await expect(form.qr, 'she was created, and the answer lost').toContainText('Cliente creado')
  expect(await shop.search(phone.replaceAll(' ', ''))).toHaveLength(1)
})

test('with the keyboard alone a customer is created', async ({ page, shop, signIn }) => {
  // Nobody else's: that somebody has the name already is said in the form, and moves what is below.
  const name = `Nicanora ${shop.newWord()}`
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await tabTo(page, form.name)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(form.phone, 'the first that is missing').toBeFocused()
  await tabTo(page, form.prefix, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(form.prefix).toHaveValue('+351')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, form.phone)
  await page.keyboard.type(shop.newPhone())
  await tabTo(page, form.tag)
  await page.keyboard.press('ArrowDown')
  await expect(form.tag).toHaveValue('BONO_VIP_A')
  await tabTo(page, form.create)
  await page.keyboard.press('Enter')
  await expect(form.qr).toContainText(`✅ Cliente creado: ${name}.`)
  await tabTo(page, form.qr.getByRole('link', { name: 'Descargar' }))
  await tabTo(page, button(form.qr, 'Imprimir'))
  await tabTo(page, form.qr.getByRole('link', { name: 'Ir al detalle' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/customers\/[a-z0-9]{26}$/)
})
