import { expectGoodForEverybody } from '../harness/accessibility.ts'
import { readPicture } from '../harness/camera.ts'
import { OwnChildren } from '../harness/children.ts'
import { Counter } from '../harness/counter.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

test('a mother of two registers herself, adds both, and each QR is stamped at the counter', async ({
  otherDevice,
  page,
  shop,
  signIn,
}) => {
  const form = await new Registration(page).open()
  await form.fillIn('Ana Gil', shop.newPhone())
  await form.create.click()
  await expect(form.done).toBeVisible()
  const children = new OwnChildren(page)
  await children.add('Leo Gil')
  await expect(page.getByRole('heading', { name: 'Tarjeta de Leo Gil' })).toBeFocused()
  await children.add('Sol Gil')
  await expectGoodForEverybody(page)
  await page.reload()

  const device = await otherDevice()
  await signIn(device, 'barber')
  const counter = await new Counter(device).open()
  for (const name of ['Ana Gil', 'Leo Gil', 'Sol Gil']) {
    const code = await readPicture(await form.qrOf(name).screenshot())
    await counter.read(code)
    await expect(counter.panel.getByRole('heading', { name })).toBeVisible()
    await expect(counter.panel).toContainText('Visita registrada')
  }
})
