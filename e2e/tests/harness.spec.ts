import { PNG } from 'pngjs'
import { expect, test } from '../harness/test.ts'

test('the server answers', async ({ request }) => {
  const answer = await request.get('/api/healthz')
  expect(answer.status()).toBe(200)
})

test('the camera sees the picture it is given', async ({ pageWithCamera }) => {
  const page = await pageWithCamera(blackSquareOnWhite(), { size: 400 })
  await page.goto('/api/healthz')
  const seen = await page.evaluate(async () => {
    const video = document.createElement('video')
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } })
    await video.play()
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

function blackSquareOnWhite(): Buffer {
  const picture = new PNG({ width: 40, height: 40 })
  picture.data.fill(255)
  for (let y = 10; y < 30; y++) {
    for (let x = 10; x < 30; x++) picture.data.fill(0, (y * 40 + x) * 4, (y * 40 + x) * 4 + 3)
  }
  return PNG.sync.write(picture)
}
