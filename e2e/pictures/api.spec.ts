import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../harness/test.ts'

const folder = join(import.meta.dirname, '../../bin/api')

test('the pages of the API', async ({ request }) => {
  await mkdir(folder, { recursive: true })
  for (const [path, file] of [
    ['/api/docs', 'docs.html'],
    ['/api/docs.css', 'docs.css'],
    ['/api/openapi.json', 'openapi.json'],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.ok()).toBe(true)
    await writeFile(join(folder, file), await answer.body())
  }
})
