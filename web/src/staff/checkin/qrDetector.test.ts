// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQrDetector } from './qrDetector'

const ours = vi.fn().mockResolvedValue([{ rawValue: 'by ours' }])

vi.mock('./wasmDetector', () => ({ wasmDetector: () => ({ detect: ours }) }))

afterEach(() => Reflect.deleteProperty(window, 'BarcodeDetector'))

const theirs = vi.fn()
const onConstruct = vi.fn()

beforeEach(() => {
  ours.mockClear()
  onConstruct.mockClear()
  theirs.mockReset().mockResolvedValue([{ rawValue: 'by the browser' }])
})

function browserReads(...formats: string[]) {
  class BarcodeDetector {
    static getSupportedFormats = () => Promise.resolve(formats)
    constructor(options: object) {
      onConstruct(options)
    }
    detect = theirs
  }
  Object.assign(window, { BarcodeDetector })
}

const read = async () => (await createQrDetector())(document.createElement('video'))

// Spec: checkin-2
test('the native detector is used if it reads QRs', async () => {
  browserReads('ean_13', 'qr_code')
  expect(await read()).toEqual(['by the browser'])
  expect(onConstruct).toHaveBeenCalledExactlyOnceWith({ formats: ['qr_code'] })
  expect(ours).not.toHaveBeenCalled()
})

test('our detector is used if the native one reads no QRs', async () => {
  browserReads('ean_13')
  expect(await read()).toEqual(['by ours'])
})

test('our detector is used without a native one', async () => {
  expect(await read()).toEqual(['by ours'])
})

test('our detector replaces a native one that fails at the first frame', async () => {
  browserReads('qr_code')
  theirs.mockRejectedValue(new DOMException('service unavailable', 'NotSupportedError'))
  const detect = await createQrDetector()
  const video = document.createElement('video')
  expect(await detect(video)).toEqual(['by ours'])
  expect(await detect(video)).toEqual(['by ours'])
  expect(theirs).toHaveBeenCalledOnce()
})

test('a failure to load our detector rejects', async () => {
  ours.mockRejectedValueOnce(new Error('no memory'))
  await expect(read()).rejects.toThrow('no memory')
})
