import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** We serve its WebAssembly; the library's default is a CDN. */
export function wasmDetector() {
  prepareZXingModule({ overrides: { locateFile: () => reader } })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
