export type QrDetector = (video: HTMLVideoElement) => Promise<string[]>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: 'qr_code'[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's detector, or our own if the browser reads no QRs. */
export async function createQrDetector(): Promise<QrDetector> {
  const native = await nativeDetector()
  let detector = native ?? (await ourDetector())
  const read = async (video: HTMLVideoElement) =>
    (await detector.detect(video)).map(({ rawValue }) => rawValue)
  return async (video) => {
    try {
      return await read(video)
    } catch (error) {
      if (detector !== native) throw error
      // Some phones claim support, then fail at the first frame.
      detector = await ourDetector()
      return read(video)
    }
  }
}

async function ourDetector(): Promise<Detector> {
  return (await import('./wasmDetector')).wasmDetector()
}

async function nativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  try {
    const formats = await BarcodeDetector.getSupportedFormats()
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
  } catch {
    // Some systems have the class but no detector behind it.
    return null
  }
}
