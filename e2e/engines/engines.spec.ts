import { expect } from '@playwright/test'
import { businesses, password } from '../harness/accounts.ts'
import { codeOf } from '../harness/counter.ts'
import { codeSentTo } from '../harness/portal.ts'
import { test } from './test.ts'

/** The counter's result panel, and the button with the number of waiting visits. */
const panel = '//section[@aria-busy]'
const outbox = '//*[@role="status"][@aria-label="Visitas de este dispositivo"]'

test('a customer registers, requests a code, and sees their card in the portal', async ({
  visitor,
  shop,
}) => {
  const phone = shop.newPhone()
  await visitor.open(`/public/register?bid=${businesses.demo}`)
  await visitor.fillIn('Nombre y apellidos', 'Inés Carrasco Vila')
  await visitor.fillIn('Teléfono (WhatsApp)', phone)
  await visitor.tick('He leído y acepto la')
  await visitor.press('Crear mi cuenta')
  await visitor.sees('Registro completado')
  await visitor.seesPicture('Código QR personal de Inés Carrasco Vila')
  expect(await visitor.offences()).toEqual([])

  await visitor.open(`/portal?bid=${businesses.demo}`)
  await visitor.fillIn('Tu móvil', phone)
  await visitor.press('Pedir un código')
  await visitor.sees('Código de 6 cifras')
  await visitor.fillIn('Código de 6 cifras', await codeSentTo(shop, phone))
  await visitor.seesPicture('0 de 10 visitas')
  expect(await visitor.offences()).toEqual([])
})

// Spec: checkin-18
test('the counter scans and redeems, and its offline scans arrive', async ({ visitor, line, shop }) => {
  const newcomer = await shop.newcomer({ name: 'Amparo Giner' })
  const [second, third] = [
    await shop.newCustomer({ name: 'Benito Lara' }),
    await shop.newCustomer({ name: 'Carla Peña' }),
  ]
  await visitor.open('/login')
  await visitor.fillIn('Correo electrónico', 'barber@demo.test')
  await visitor.fillIn('Contraseña', password)
  await visitor.press('Entrar')
  await visitor.sees('Listo para el siguiente', panel)

  await visitor.read(codeOf(newcomer.id))
  await visitor.sees('Visita registrada', panel)
  await visitor.sees('Amparo Giner', panel)
  await visitor.seesPicture('1 de 10 visitas')
  await visitor.press('Canjear')
  await visitor.sees('Canjeado', panel)
  expect(await shop.owedTo(newcomer.id)).toEqual([])

  line.cut()
  await visitor.read(codeOf(second.id))
  await visitor.sees('Guardada en este dispositivo', panel)
  await visitor.sees('Una visita sin enviar (hoy,', outbox)
  line.mend()
  await visitor.sees('Visita registrada', panel)
  expect(await shop.visitsOf(second.id)).toBe(1)
  expect(await visitor.offences()).toEqual([])

  line.cut()
  await visitor.read(codeOf(third.id))
  await visitor.sees('Una visita sin enviar (hoy,', outbox)
  await visitor.leave()
  line.mend()
  await visitor.open('/app/customers/list')
  await expect.poll(() => shop.visitsOf(third.id)).toBe(1)
  expect(await visitor.offences()).toEqual([])
})
