import { readFile } from 'node:fs/promises'
import { CustomerList, CustomerRecord, countPrints } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { stopClock } from '../harness/shopTime.ts'
import { button, expectAnnounced, row } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const desk = { width: 1440, height: 900 }

// Spec: list-1, list-2, list-3, list-8, list-9, record-1
test('a customer is found by name, phone, email, id and bonus, and the search remains on the way back @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const mark = shop.newWord()
  const name = `Águeda Ñíguez ${mark}`
  const email = `agueda${mark.toLowerCase()}@ejemplo.test`
  const { id, phone } = await shop.newCustomer({ name, email, tag: 'BONO_VIP_C' })
  await signIn(page, 'admin')
  const list = await new CustomerList(page).open()
  for (const words of [`agueda niguez ${mark}`, phone.slice(-12), email.toUpperCase(), id]) {
    await list.search.fill(words)
    await expect(list.count, words).toHaveText(`1 cliente coincide con «${words}»`)
    await expect(list.names).toHaveText([name])
  }
  await expect(row(page, name)).toContainText(email)
  await expect(row(page, name)).toContainText('Bono VIP C')

  await list.search.fill('vip c')
  await expect(list.count).toHaveText(/clientes coinciden con «vip c»$/)
  // A click anywhere in the row opens the record.
  const line = await row(page, name).boundingBox()
  const isLine = (line?.width ?? 0) < 640
  expect(line?.height).toBeLessThan(isLine ? 72 : 56)
  if (isLine) await row(page, name).click()
  else await row(page, name).getByText('Aún no ha venido').click()
  await expect(page).toHaveURL(`/app/customers/${id}`)
  await page.getByRole('link', { name: 'Volver a la lista' }).click()
  await expect(list.search).toHaveValue('vip c')
  await expect(list.count).toHaveText(/clientes coinciden con «vip c»$/)

  await button(page, 'Sin venir 60 días').click()
  await expect(page).toHaveURL('/app/customers/list?q=vip+c&notSeenFor=60')
  await expect(row(page, name), 'a new customer is not absent').toHaveCount(0)
  await page.goBack()
  await page.goForward()
  await page.reload()
  await expect(button(page, 'Sin venir 60 días')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Sin venir 60 días').click()
  await expect(row(page, name)).toContainText('0/4')

  await list.clear.click()
  await expect(list.search).toHaveValue('')
  await expect(list.count).toHaveText(/^\d+ clientes$/)
  await expect(list.clear).toBeDisabled()
  await page.getByRole('link', { name: '+ Crear cliente' }).click()
  await expect(page).toHaveURL('/app/customers/new')
})

// Spec: list-5, list-6, list-7, errors-33, limits-11, limits-12, limits-13
test('an id is copied, and a QR is shown, opened, saved and printed', async ({
  context,
  page,
  shop,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(desk)
  const { id, name, qrUrl } = await shop.newCustomer({ name: `Clotilde Rus ${shop.newWord()}` })
  await page.clock.install()
  await signIn(page, 'owner')
  const list = await new CustomerList(page).open(id)
  await expect(list.names).toHaveText([name])
  await stopClock(page)
  await list.copyId(name).click()
  await expect(row(page, name).getByRole('status')).toHaveText('Copiado')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await page.clock.runFor(1_200)
  await expect(row(page, name).getByRole('status'), 'the notice disappears').toHaveText('')
  await page.clock.resume()

  await list.showQr(name).click()
  await expect(list.dialog.getByRole('heading', { name: `QR de ${name}` })).toBeVisible()
  const image = list.dialog.getByRole('img', { name: `Código QR de ${name}` })
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  await expect(image).toHaveJSProperty('width', 192)
  await expect(list.dialog.getByRole('link', { name: 'Abrir PNG' })).toHaveAttribute(
    'href',
    new RegExp(`${qrUrl}$`),
  )
  const download = page.waitForEvent('download')
  await list.dialog.getByRole('link', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe(`qr-${id.slice(0, 8)}.png`)
  expect((await readFile(await (await download).path())).subarray(1, 4).toString()).toBe('PNG')

  const prints = await countPrints(page)
  await button(list.dialog, 'Imprimir').click()
  await expect.poll(prints).toBe(1)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    document.execCommand = () => false
  })
  await button(list.dialog, 'Cerrar').click()
  await list.copyId(name).click()
  await expectAnnounced(page, 'No se pudo copiar.')
})

test('a QR is shown and a record opened by keyboard alone', async ({ page, shop, signIn }) => {
  await page.setViewportSize(desk)
  const mark = `Zenobia ${shop.newWord()}`
  const first = await shop.newCustomer({ name: `${mark} Alba` })
  const second = await shop.newCustomer({ name: `${mark} Bosch` })
  await signIn(page, 'admin')
  const list = await new CustomerList(page).open()
  await tabTo(page, list.search)
  await page.keyboard.type(mark)
  await expect(list.count).toHaveText(`2 clientes coinciden con «${mark}»`)
  await page.keyboard.press('ArrowDown')
  await expect(list.names.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list.names.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')

  const show = list.showQr(first.name)
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  await expect(list.dialog).toBeVisible()
  await tabTo(page, list.dialog.getByRole('link', { name: 'Descargar' }))
  await page.keyboard.press('Escape')
  await expect(list.dialog).toBeHidden()
  await expect(show).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(list.names.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/app/customers/${second.id}`)
  await expect(new CustomerRecord(page, second.id).head).toContainText(second.name)

  const back = page.getByRole('link', { name: 'Volver a la lista' })
  await tabTo(page, back)
  await page.keyboard.press('Enter')
  await tabTo(page, list.search)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(second.id)
  await expect(list.names).toHaveText([second.name])
  await page.keyboard.press('Enter')
  await expect(page, 'Enter opens the only match').toHaveURL(`/app/customers/${second.id}`)
})
