import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import type { Shop } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

interface Sent {
  name: string
  mimeType: string
  buffer: Buffer
}

const csv = (name: string, ...lines: string[]): Sent => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
})

const oldWorkbook: Sent = {
  name: 'viejo.xls',
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
}

async function send(page: Page, file: Sent) {
  await page.goto('/app/importar')
  await page.getByLabel('Elegir archivo').setInputFiles(file)
}

/** Waits first: the button ignores clicks during its first second. */
async function press(page: Pick<Page, 'getByRole'>, name: string | RegExp) {
  const button = page.getByRole('button', { name })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.click()
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Deshacer la importación' }).click()
  await press(page.getByRole('dialog'), 'Deshacer')
}

const found = async (shop: Shop, text: string) => (await shop.search(text)).map(({ name }) => name)

/** The server of these tests has a local address, so the message has no link to the card. */
async function writeToTheImported(page: Page) {
  await page.getByRole('link', { name: 'Escribirles uno a uno' }).click()
  await expect(page.getByRole('heading', { name: 'Escríbeles uno a uno' })).toBeVisible()
  await expect(page.getByText('3 clientes, todos con teléfono.')).toBeVisible()
  await expect(page.getByText(/no lleva el enlace a la tarjeta/)).toBeVisible()
  const names = page
    .getByRole('main')
    .locator('li')
    .getByRole('link', { name: /Importad[ao]$/ })
  await expect(names).toHaveText(['Rosaura Importada', 'Segismundo Importado', 'Tadeo Importado'])
  const write = page.getByRole('link', { name: 'Escribir a Rosaura Importada por WhatsApp' })
  const chat = new URL((await write.getAttribute('href')) ?? '')
  expect(chat.host).toBe('wa.me')
  expect(chat.searchParams.get('text')).toMatch(/^Hola, Rosaura\. .*Pídenos tu QR cuando vengas\.$/)
  await expectAccessible(page)
  await page.evaluate(() =>
    document.addEventListener('click', (click) => click.preventDefault(), { once: true }),
  )
  await write.click()
  await expect(page.getByText('Escrito hoy')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Escrito hoy')).toBeVisible()
  await page.getByRole('button', { name: 'No lo envié: Rosaura Importada' }).click()
  await expect(write).toBeFocused()
  await page.getByRole('link', { name: 'Volver a la importación' }).click()
}

// Spec: checkin-20
test('a file is mapped, checked, imported, printed and undone', async ({ page, shop, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/app/settings?seccion=negocio')
  await page.getByRole('link', { name: 'Importar clientes' }).click()
  await expect(page.getByRole('heading', { name: 'Importar clientes' })).toBeVisible()
  await send(page, oldWorkbook)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('link', { name: oldWorkbook.name })).toHaveCount(0)
  await expectAccessible(page)

  const [first, second, third] = [shop.newPhone(), shop.newPhone(), shop.newPhone()]
  await send(
    page,
    csv(
      'clientes.csv',
      'Cliente;Móvil;Puntos que lleva;Color favorito;Publicidad',
      `Rosaura Importada;${first};12;Rojo;sí`,
      `Segismundo Importado;${second};3;Azul;no`,
      `Sin Teléfono Válido;12;1;Verde;no`,
      `Rosaura Importada;${first};12;Rojo;sí`,
      `Tadeo Importado;${third};0;Negro;no`,
    ),
  )
  await expect(page.getByRole('heading', { name: 'Qué va a pasar' })).toBeVisible()
  expect(await found(shop, 'Importad')).toEqual([])
  await page.getByLabel('Qué hay en «Puntos que lleva»').selectOption({ label: 'Sellos o visitas' })
  await expect(page.getByText(/empezaría con recompensa/)).toBeVisible()
  await expect(page.getByRole('table', { name: /^Filas que no se importan/ })).toContainText(/teléfono/i)
  await expect(page.getByText(/ no se importa: Color favorito/)).toBeVisible()
  await expectAccessible(page)

  await press(page, 'Importar 3 clientes')
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  expect((await found(shop, 'Importad')).toSorted()).toEqual([
    'Rosaura Importada',
    'Segismundo Importado',
    'Tadeo Importado',
  ])
  await expectAccessible(page)

  const labels = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar etiquetas (PDF)' }).click()
  const pdf = await readFile(await (await labels).path(), 'latin1')
  expect(pdf.startsWith('%PDF-') && pdf.match(/\/Subtype \/Image/g)?.length).toBe(3)

  await writeToTheImported(page)

  const rejects = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar estas filas' }).click()
  expect(await readFile(await (await rejects).path(), 'utf8')).toMatch(/Motivo.*\r\nSin Teléfono Válido/)

  await page.reload()
  await undo(page)
  await expect(page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible()
  expect(await found(shop, 'Importad')).toEqual([])
  await expectAccessible(page)
})

test('a nickname is declared the same person, and its row completes the known customer', async ({
  page,
  shop,
  signIn,
}) => {
  const name = `Maria ${shop.newWord()}`
  const known = await shop.newCustomer({ name })
  const other = await shop.newCustomer({ name: `Francisca ${shop.newWord()}` })
  await signIn(page, 'owner')
  await send(
    page,
    csv(
      'apodos.csv',
      'Nombre;Teléfono;Correo',
      `Mari;${known.phone};mari@example.test`,
      `Pepa;${other.phone};`,
    ),
  )
  await expect(page.getByRole('heading', { name: '¿Es la misma persona?' })).toBeVisible()
  const mari = page.getByRole('checkbox', { name: `Mari es ${name}` })
  await expect(
    page.getByRole('list', { name: 'Filas con otro nombre' }).getByRole('checkbox', { checked: true }),
  ).toHaveCount(0)
  await mari.check()
  await expect(page.getByText(/guárdalo antes de importar/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar y comprobar otra vez' }).click()
  await expect(page.getByText(/guárdalo antes de importar/)).toHaveCount(0)
  await page.reload()
  await expect(mari).toBeChecked()
  await expect(page.getByRole('table', { name: /^Filas que no se importan/ })).toContainText(other.name)

  await press(page, 'Importar')
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  expect(await found(shop, 'mari@example.test')).toEqual([name])
  await undo(page)
  await expect(page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible()
  expect(await found(shop, 'mari@example.test')).toEqual([])
  expect(await found(shop, name)).toEqual([name])
})

// TestImport_MostRows_AreImportedAndUndone imports the longest file at night.
test('3,000 rows are imported while the owner is away, and undone', async ({ page, shop, signIn }) => {
  test.slow()
  await signIn(page, 'owner')
  const lines = Array.from(
    { length: 3_000 },
    (_, row) => `Multitud ${row};6${String(12_000_000 + row * 7).padStart(8, '0')}`,
  )
  await send(page, csv('tres-mil.csv', 'Nombre;Teléfono', ...lines))
  await expect(page.getByRole('heading', { name: 'Qué va a pasar' })).toBeVisible({ timeout: 120_000 })
  await press(page, /^Importar (3000|29\d\d) clientes/)
  await expect(page.getByText(/Puedes salir de esta pantalla/)).toBeVisible()

  await page.goto('/app')
  await page.goto('/app/importar')
  await page.getByRole('link', { name: 'tres-mil.csv' }).first().click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: 180_000 })
  expect(await found(shop, 'Multitud 2999')).toEqual(['Multitud 2999'])

  await undo(page)
  await expect(page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible({ timeout: 180_000 })
  expect(await found(shop, 'Multitud')).toEqual([])
})
