import { readFileSync } from 'node:fs'
import { CustomerRecord } from '../harness/customers.ts'
import { expectAnnounced, fact } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

/** Unit tests and the server's tests cover the whole table; this test covers a part. */
const inputs = JSON.parse(
  readFileSync(new URL('../../internal/loyalty/testdata/inputs.json', import.meta.url), 'utf8'),
)
const typedAs = (kind: string, ...texts: string[]) =>
  texts.map((text) => {
    const row = inputs[kind].find(({ typed }: { typed: string }) => typed === text)
    if (!row) throw new Error(`the table of inputs has no ${text}`)
    return row
  })

// Spec: validation-19
test('typed data is previewed, asked about where ambiguous, and stored and found in one form', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  const form = await record.change()
  for (const { typed, shown, refused } of typedAs(
    'phones',
    '39 347 123 4567',
    '+52 1 55 1234 5678',
    '612PELUCA',
  )) {
    await form.prefix.selectOption('+34')
    await form.phone.fill(typed)
    if (!refused) {
      await expect(form.phone).toHaveAccessibleDescription(
        new RegExp(`^Se usará ${shown.replace('+', '\\+')} `),
      )
    } else {
      await form.save.click()
      await expect(form.phone).toHaveAccessibleDescription(new RegExp(refused.replaceAll('+', '\\+')))
    }
  }
  const own = shop.newPhone()
  await form.prefix.selectOption('+34')
  await form.phone.fill(`0034 ${own}`)
  for (const { typed, asked } of typedAs('days', '3/5/90', '05/13/1990', '31/02/1990')) {
    await form.birthday.fill(typed)
    await form.save.click()
    await expect(form.birthday).toHaveAccessibleDescription(new RegExp(asked.replaceAll('?', '\\?')))
  }
  const [day] = typedAs('days', '3.5.1990')
  await form.birthday.fill(day.typed)
  await expect(form.birthday).toHaveAccessibleDescription(new RegExp(`${day.words}$`))
  const [email] = typedAs('emails', 'Berta.Ruiz@Correo.TEST')
  await form.email.fill(email.typed)
  const [name] = typedAs('names', 'Sinéad O’Brien')
  await form.name.fill(`  ${name.typed}\u00a0`)
  await form.save.click()
  await expectAnnounced(page, '✅ Guardado.')
  await expect(fact(record.data, 'Nombre')).toHaveText(name.name)
  await expect(fact(record.data, 'Teléfono')).toHaveText(`+34 ${own}`)
  await expect(fact(record.data, 'Correo')).toHaveText(email.email)
  await expect(fact(record.data, 'Fecha de nacimiento')).toHaveText(day.words)
  for (const text of [...name.found, ...email.found]) {
    expect((await shop.search(text)).map((customer) => customer.id)).toContain(id)
  }
})
