// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createQrDetector } from './qrDetector'

const ours = vi.fn().mockResolvedValue([{ rawValue: 'by ours' }])

vi.mock('./wasmDetector', () => ({ wasmDetector: () => ({ detect: ours }) }))

afterEach(() => Reflect.deleteProperty(window, 'BarcodeDetector'))

function browserReads(...formats: string[]) {
  class BarcodeDetector {
    static getSupportedFormats = () => Promise.resolve(formats)
    detect = () => Promise.resolve([{ rawValue: 'by the browser' }])
  }
  Object.assign(window, { BarcodeDetector })
}

const read = async () => (await createQrDetector())(document.createElement('video'))

test('the browser reads where it can', async () => {
  browserReads('ean_13', 'qr_code')
  expect(await read()).toEqual(['by the browser'])
  expect(ours).not.toHaveBeenCalled()
})

test('our reader takes over where the browser reads other codes only', async () => {
  browserReads('ean_13')
  expect(await read()).toEqual(['by ours'])
})

test('our reader takes over where the browser has none', async () => {
  expect(await read()).toEqual(['by ours'])
})
