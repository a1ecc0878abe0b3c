import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads QRs with WebAssembly that we serve; the library's default is a CDN. */
export function wasmDetector() {
  prepareZXingModule({ overrides: { locateFile: () => reader } })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
