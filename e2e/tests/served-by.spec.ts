import { expectAccessible } from '../harness/accessibility.ts'
import type { Customer } from '../harness/shop.ts'
import { button } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// The other tests need this feature switched off.
test.afterEach(async ({ shop }) => {
  await shop.as('otherOwner', 'PATCH', '/business', { servedByEnabled: false })
})

test('who did the service is chosen at the counter, corrected, and shown on the record', async ({
  page,
  shop,
  signIn,
}) => {
  const email = `atiende-${shop.newPhone().replace(/\D/g, '')}@axioma.test`
  await shop.as('otherOwner', 'POST', '/users', {
    email,
    password: 'Demo-1234',
    role: 'BARBER',
    name: 'Íñigo Sáez',
  })
  await shop.as('otherOwner', 'PATCH', '/business', { servedByEnabled: true })
  const form = { name: 'Nerea Ugarte', phone: shop.newPhone(), tag: 'BONO_TARJETA' }
  const nerea = await shop.as<Customer>('otherOwner', 'POST', '/customers', form)
  await signIn(page, 'otherOwner')
  await page.goto(`/staff/checkin?cid=${nerea.id}`)
  const choice = page.getByRole('group', { name: '¿Quién atiende?' })
  await button(choice, 'Íñigo Sáez').click()
  await expect(page.getByRole('textbox', { name: 'Escanea o busca al cliente' })).toBeFocused()
  await button(page, 'Añadir visita').click()
  await expect(page.getByText('Atendió Íñigo Sáez')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Cambiar quién atendió a Nerea Ugarte').click()
  await page
    .getByRole('group', { name: '¿Quién atendió a Nerea Ugarte?' })
    .getByRole('button', { name: '(tú)' })
    .click()
  await expect(page.getByRole('main').getByText('Atendió Begoña Etxebarria')).toBeVisible()

  const [visit] = (
    await shop.as<{ items: { servedBy: string | null }[] }>(
      'otherOwner',
      'GET',
      `/customers/${nerea.id}/visits`,
    )
  ).items
  expect(visit?.servedBy).toBeNull()
})
