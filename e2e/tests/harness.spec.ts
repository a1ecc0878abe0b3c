import { PNG } from 'pngjs'
import { expectAccessible } from '../harness/accessibility.ts'
import { cpuOf, expectFrugal } from '../harness/cpu.ts'
import { expectNoPersonalData } from '../harness/people.ts'
import { untilMidnight } from '../harness/shopTime.ts'
import { expectAnnounced } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test('the server answers', async ({ request }) => {
  const answer = await request.get('/api/healthz')
  expect(answer.status()).toBe(200)
})

test('the fake camera shows the given picture', async ({ pageWithCamera }) => {
  const page = await pageWithCamera(blackSquareOnWhite(), { size: 400 })
  await page.goto('/api/healthz')
  const seen = await page.evaluate(async () => {
    const video = document.createElement('video')
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } })
    await video.play()
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve)) // the first frame may take a while
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('no canvas')
    drawing.drawImage(video, 0, 0)
    const at = (x: number, y: number) => drawing.getImageData(x, y, 1, 1).data[0]
    return { middle: at(320, 240), edge: at(320, 60), corner: at(5, 5) }
  })
  expect(seen.middle).toBeLessThan(60)
  expect(seen.edge).toBeGreaterThan(200)
  expect(seen.corner).toBeGreaterThan(60)
  expect(seen.corner).toBeLessThan(200)
})

for (const [where, fault] of [
  ['in light', '.fault { display: block }'],
  ['on a desk', '@media (width >= 64rem) { .fault { display: block } }'],
  ['in dark', '@media (prefers-color-scheme: dark) { .words { color: #333; background: #222 } }'],
  ['on the narrowest phone', '.words { width: 340px }'],
  ['with the longest names on the narrowest phone', '.words { overflow: hidden; overflow-wrap: normal }'],
  [
    'with the longest names on a desk',
    '@media (width >= 64rem) { .words { width: 300px; overflow: hidden; overflow-wrap: normal } }',
  ],
] as const) {
  test(`an accessibility fault ${where} is found`, async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await page.evaluate((rule) => {
      const nameless = Object.assign(document.createElement('button'), { className: 'fault' })
      const words = Object.assign(document.createElement('p'), { className: 'words', textContent: 'Ana' })
      sessionStorage.setItem('stored', '{"name":"Ana"}')
      document.querySelector('main')?.append(nameless, words)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`.fault { display: none } ${rule}`)
      document.adoptedStyleSheets.push(sheet)
    }, fault)
    await expect(expectAccessible(page, 1_000)).rejects.toThrow(where)
  })
}

test('the CPU time of a page is measured, and too much fails', async ({ page }) => {
  const used = () => cpuOf(process.pid) ?? 0
  const begin = used()
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        JSON.stringify(Array.from({ length: 300_000 }, (_, index) => Math.sqrt(index))),
      )
      // Some systems report no CPU time.
      return cpuOf(process.pid) === null || used() - begin > 0.5
    })
    .toBe(true)
  if (cpuOf(process.pid) === null) return
  expect(() => expectFrugal(used() - begin, 0.5)).toThrow('s of CPU; 0.5 s is the limit')
  expectFrugal(used() - begin, 600)
})

for (const [what, line] of [
  ['a phone', 'level=INFO msg=message to=+34600111222'],
  ['a phone', 'level=WARN msg="no customer has 600111222"'],
  ['an e-mail address', 'level=WARN msg=refused user=ana.garcia@example.com'],
  ['a code', 'level=INFO msg=message code=135790 kind=OTP'],
  ['a code', 'level=INFO msg=message text="135790"'],
  ['a token', 'level=ERROR msg="request failed" error="bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjf"'],
  ['a token', 'level=ERROR msg="request failed" header="Bearer 0a1b2c3d"'],
  ['a value that the log redacted', 'level=ERROR msg="request failed" error="no number: (hidden)"'],
] as const) {
  test(`a log with ${what} fails: ${line}`, () => {
    const before = 'time=2026-11-24T16:31:27.123Z level=INFO msg=listening address=127.0.0.1:40123\n'
    expect(() => expectNoPersonalData(before + line)).toThrow(`people:\n${what}`)
  })
}

test('a log with ids, addresses and provider numbers passes, and so does the log of this server', async ({
  server,
}) => {
  expectNoPersonalData(
    [
      'time=2026-11-24T16:31:27.123Z level=INFO msg=listening address=127.0.0.1:40123 database=sqlite',
      'level=INFO msg=message business=0192d4e5-6b7c-7def-8123-456789abcdef message=0192d4e5-6b7c-7def-8123-612345678901',
      'level=WARN msg="message not sent" error="131056: demasiado seguido al mismo teléfono"',
      'level=WARN msg=refused code=SIGN_IN_FAILED from=192.0.2.1 user="" request=k3v7q2m5x9ab',
    ].join('\n'),
  )
  expectNoPersonalData(await server.log())
})

test('the day of the business ends with the day in Madrid', () => {
  const left = (moment: string) => untilMidnight(new Date(moment)) / 1000
  expect(left('2026-12-31T22:58:00Z')).toBe(120)
  expect(left('2026-12-31T23:00:00Z')).toBe(24 * 60 * 60)
  expect(left('2028-02-29T22:59:59.500Z')).toBe(0.5)
  expect(left('2026-07-01T21:59:00Z')).toBe(60)
  expect(left('2026-03-28T22:59:50Z'), 'before the day with 23 hours').toBe(10)
  expect(left('2026-03-29T21:59:50Z'), 'on the day with 23 hours').toBe(10)
  expect(left('2026-10-25T22:59:50Z'), 'on the day with 25 hours').toBe(10)
})

test('a closed toast is reported once', async ({ page }) => {
  await page.goto('/api/healthz')
  await page.evaluate(() => {
    document.body.innerHTML = '<ol><li data-sonner-toast><span>✅ </span>Guardado.</li></ol>'
  })
  await page.evaluate(() => {
    document.body.innerHTML = ''
  })
  await expectAnnounced(page, '✅ Guardado.')
  await expect(expectAnnounced(page, '✅ Guardado.', 100)).rejects.toThrow('«✅ Guardado.»')
})

function blackSquareOnWhite(): Buffer {
  const picture = new PNG({ width: 40, height: 40 })
  picture.data.fill(255)
  for (let y = 10; y < 30; y++) {
    for (let x = 10; x < 30; x++) picture.data.fill(0, (y * 40 + x) * 4, (y * 40 + x) * 4 + 3)
  }
  return PNG.sync.write(picture)
}
