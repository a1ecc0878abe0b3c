import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The detector we bring. Its WebAssembly is an asset of ours: by default it would come from a content network. */
export function wasmDetector() {
  prepareZXingModule({ overrides: { locateFile: () => reader } })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
