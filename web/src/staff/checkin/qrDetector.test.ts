// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQrDetector } from './qrDetector'

const ours = vi.fn().mockResolvedValue([{ rawValue: 'by ours' }])

vi.mock('./wasmDetector', () => ({ wasmDetector: () => ({ detect: ours }) }))

afterEach(() => Reflect.deleteProperty(window, 'BarcodeDetector'))

const theirs = vi.fn()
const asked = vi.fn()

beforeEach(() => {
  ours.mockClear()
  asked.mockClear()
  theirs.mockReset().mockResolvedValue([{ rawValue: 'by the browser' }])
})

function browserReads(...formats: string[]) {
  class BarcodeDetector {
    static getSupportedFormats = () => Promise.resolve(formats)
    constructor(options: object) {
      asked(options)
    }
    detect = theirs
  }
  Object.assign(window, { BarcodeDetector })
}

const read = async () => (await createQrDetector())(document.createElement('video'))

test('the browser reads where it can', async () => {
  browserReads('ean_13', 'qr_code')
  expect(await read()).toEqual(['by the browser'])
  expect(asked).toHaveBeenCalledExactlyOnceWith({ formats: ['qr_code'] })
  expect(ours).not.toHaveBeenCalled()
})

test('our reader takes over where the browser reads other codes only', async () => {
  browserReads('ean_13')
  expect(await read()).toEqual(['by ours'])
})

test('our reader takes over where the browser has none', async () => {
  expect(await read()).toEqual(['by ours'])
})

test('our reader takes over for good where the browser says that it can and cannot', async () => {
  browserReads('qr_code')
  theirs.mockRejectedValue(new DOMException('service unavailable', 'NotSupportedError'))
  const detect = await createQrDetector()
  const video = document.createElement('video')
  expect(await detect(video)).toEqual(['by ours'])
  expect(await detect(video)).toEqual(['by ours'])
  expect(theirs).toHaveBeenCalledOnce()
})

test('where our reader fails too, that is told', async () => {
  ours.mockRejectedValueOnce(new Error('no memory'))
  await expect(read()).rejects.toThrow('no memory')
})
