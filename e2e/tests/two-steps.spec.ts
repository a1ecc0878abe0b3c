import { createHmac } from 'node:crypto'
import { panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code (RFC 6238) that is `ahead` steps of thirty seconds from now. */
function code(secret: string, ahead = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('a barber enrols an authenticator app and signs in with its code', async ({ page, shop, signIn }) => {
  const barber = await shop.newBarber()
  await signIn(page, await shop.signIn(barber.email, barber.password))
  await page.goto('/app/account')
  const factor = panel(page, 'Verificación en dos pasos')
  await factor.getByRole('button', { name: 'Activar' }).click()
  await factor.getByRole('button', { name: 'Empezar' }).click()
  await expect(factor.getByRole('img')).toBeVisible()
  const secret = (await factor.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? ''
  await factor.getByLabel('Código de seis números').fill(code(secret))
  await factor.getByRole('button', { name: 'Activar la verificación' }).click()
  const codes = panel(page, 'Guarda tus códigos de recuperación')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'Ya los he guardado' }).click()
  await expect(factor).toContainText('Te quedan 10 códigos de recuperación.')

  await page.goto('/logout')
  await page.getByLabel('Correo electrónico').fill(barber.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(barber.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  const field = page.getByLabel('Código de seis números')
  await expect(field).toBeFocused()
  await field.fill(code(secret, 1)) // the code used for the enrolment works only once
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL('/staff/checkin')
  await page.goto('/logout')
  await page.getByLabel('Correo electrónico').fill(barber.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(barber.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await expect(page.getByLabel('Código de recuperación')).toBeFocused()
  await page.keyboard.type('aaaa-bbbb-cccc')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText(/^El código no es correcto/)).toBeVisible()
  await expect(page.getByLabel('Código de recuperación')).toBeFocused() // a moment after the message
  await page.keyboard.type(recoveryCode.toUpperCase()) // replaces the refused code
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL('/staff/checkin')
})
