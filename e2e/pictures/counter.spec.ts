import { Counter, codeOf } from '../harness/counter.ts'
import { expect, test } from '../harness/test.ts'
import { take } from './take.ts'

test('the counter', async ({ page, shop, signIn }) => {
  const [ana] = await shop.search('Ana Gómez Ruiz')
  await signIn(page, 'owner')
  const counter = await new Counter(page).open()
  await take(page, 'counter-ready')

  await counter.box.fill('rojas')
  await expect(page.getByText('3 coincidencias')).toBeVisible()
  await take(page, 'counter-search')
  await counter.box.fill('')

  await counter.read(codeOf(ana?.id ?? ''))
  await expect(counter.owed('50 %')).toBeVisible()
  await take(page, 'counter-stamped')
  await counter.owed('50 %').getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel).toContainText('Canjeado')
  await take(page, 'counter-redeemed')

  await counter.read(codeOf(ana?.id ?? ''))
  await expect(counter.button('Autorizar otra visita')).toBeVisible()
  await take(page, 'counter-same-day')
})

test('the counter without a network', async ({ page, shop, signIn }) => {
  const [bruno] = await shop.search('Bruno Salas')
  await signIn(page, 'barber')
  const known = page.waitForResponse((answer) => answer.url().includes('/counter/snapshot'))
  const counter = await new Counter(page).open()
  await (await known).finished()
  await page.context().setOffline(true)
  await counter.read(codeOf(bruno?.id ?? ''))
  await expect(counter.panel).toContainText('Guardada en este dispositivo')
  await expect(counter.panel.getByRole('heading', { name: 'Bruno' })).toBeVisible()
  await expect(counter.outbox).toBeVisible()
  await take(page, 'counter-offline')
})
