import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'

const width = 640
const height = 480
const framesPerSecond = 10
const grey = 128

export interface Pose {
  /** Rotation in degrees, clockwise. */
  rotation?: number
  /** Longer side of the picture in pixels, in a frame 480 pixels high. */
  size?: number
}

export async function writeVideo(file: string, picture: Buffer, pose: Pose = {}): Promise<void> {
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma(PNG.sync.read(picture), pose), noColour()])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`)
  await writeFile(file, Buffer.concat([header, ...Array<Buffer>(framesPerSecond).fill(frame)]))
}

export function cameraSwitches(file: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}

const modules = fileURLToPath(new URL('../../web/node_modules/', import.meta.url))
const engine = '/the-browsers-own-reader.wasm'

/**
 * Defines the `BarcodeDetector` that Debian's Chromium lacks, by a second copy of the app's
 * library. `window.read` counts the codes read.
 */
export async function defineNativeReader(page: Page): Promise<void> {
  const wasm = await readFile(`${modules}zxing-wasm/dist/reader/zxing_reader.wasm`)
  await page.route(`**${engine}`, (route) => route.fulfill({ body: wasm, contentType: 'application/wasm' }))
  const library = await readFile(`${modules}barcode-detector/dist/iife/ponyfill.js`, 'utf8')
  await page.addInitScript({ content: `${library}\nwindow.BarcodeDetectionAPI = BarcodeDetectionAPI` })
  await page.addInitScript((address) => {
    const { BarcodeDetectionAPI: library } = window as unknown as { BarcodeDetectionAPI: Library }
    library.prepareZXingModule({ overrides: { locateFile: () => address } })
    const theirs = Object.assign(window, { read: 0, BarcodeDetector: library.BarcodeDetector })
    const { detect } = library.BarcodeDetector.prototype
    library.BarcodeDetector.prototype.detect = async function (source) {
      const codes = await detect.call(this, source)
      theirs.read += codes.length
      return codes
    }
  }, engine)
}

export async function readPicture(picture: Buffer): Promise<string> {
  const library = (await import(`${modules}zxing-wasm/dist/es/reader/index.js`)) as Reader
  const wasmBinary = await readFile(`${modules}zxing-wasm/dist/reader/zxing_reader.wasm`)
  library.prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer } })
  const [code] = await library.readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  if (!code) throw new Error('there is no QR in the picture')
  return code.text
}

interface Reader {
  prepareZXingModule: (how: { overrides: { wasmBinary: ArrayBufferLike } }) => void
  readBarcodes: (picture: Uint8Array, how: { formats: string[] }) => Promise<{ text: string }[]>
}

interface Library {
  BarcodeDetector: { prototype: { detect: (source: unknown) => Promise<unknown[]> } }
  prepareZXingModule: (how: { overrides: { locateFile: () => string } }) => void
}

/** The brightness of each pixel of a frame: the picture, centred on grey. */
function luma(picture: PNG, { rotation = 0, size = 320 }: Pose): Buffer {
  const scale = Math.max(picture.width, picture.height) / size
  const cos = Math.cos((rotation * Math.PI) / 180) * scale
  const sin = Math.sin((rotation * Math.PI) / 180) * scale
  const pixels = Buffer.alloc(width * height, grey)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - width / 2
      const dy = y - height / 2
      const sourceX = Math.floor(picture.width / 2 + dx * cos + dy * sin)
      const sourceY = Math.floor(picture.height / 2 - dx * sin + dy * cos)
      if (sourceX < 0 || sourceX >= picture.width || sourceY < 0 || sourceY >= picture.height) continue
      pixels[y * width + x] = brightness(picture, sourceX, sourceY)
    }
  }
  return pixels
}

/** Video range: 16 to 235. */
function brightness(picture: PNG, x: number, y: number): number {
  const red = picture.data[(y * picture.width + x) * 4] ?? 0
  return 16 + Math.round((red * 219) / 255)
}

/** Both colour planes, each a quarter of the frame. */
function noColour(): Buffer {
  return Buffer.alloc((width * height) / 2, grey)
}
