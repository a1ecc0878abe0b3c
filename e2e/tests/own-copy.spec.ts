import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../harness/test.ts'

// Spec: checkin-21
test('the owner downloads the copy, and the audit trail records it', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/app/settings?seccion=negocio')
  await page.getByRole('link', { name: 'Descargar tu copia' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copia de tus datos' })).toBeVisible()

  const whole = await saved(page)
  expect(whole.name).toMatch(/^copia-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = unzip(whole.content)
  expect(JSON.parse(files.get('axioma.json') ?? '')).toMatchObject({ format: 'axioma-copia', version: 3 })
  expect(files.get('customers.jsonl')).toContain('Álvaro Núñez')
  expect(files.get('users.jsonl')).not.toContain('password')
  expect(files.get('audit_events.jsonl')).toContain('"action":"business.exported"')

  // This business has customers, so only the copy's customers are imported.
  await page.goto('/app/importar')
  const copy = { name: whole.name, mimeType: 'application/zip', buffer: whole.content }
  await page.locator('input[type=file]').setInputFiles(copy)
  await expect(page.getByText('Este negocio ya tiene clientes.')).toBeVisible()
  await page.getByRole('button', { name: 'Comprobar los clientes' }).click()
  await expect(page.getByRole('heading', { name: 'Qué va a pasar' })).toBeVisible()
  await page.getByRole('button', { name: 'Descartar el archivo' }).click()
  await expect(page.getByRole('heading', { name: 'Qué va a pasar' })).toHaveCount(0)
})

async function saved(page: Page): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar la copia' }).click()
  const download = await coming
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

/** Finds the files in a ZIP by its central directory. */
function unzip(content: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = content.indexOf(Buffer.from('PK\x01\x02'))
  while (content.readUInt32LE(at) === 0x02014b50) {
    const [packed, named, extra, comment] = [20, 28, 30, 32].map((field, i) =>
      i === 0 ? content.readUInt32LE(at + field) : content.readUInt16LE(at + field),
    ) as [number, number, number, number]
    const local = content.readUInt32LE(at + 42)
    const data = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    const name = content.toString('utf8', at + 46, at + 46 + named)
    files.set(name, inflateRawSync(content.subarray(data, data + packed)).toString('utf8'))
    at += 46 + named + extra + comment
  }
  return files
}
