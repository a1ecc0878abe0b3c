/**
 * Scales a picture down so that its longer side has at most `side` pixels. Returns a PNG in base64; null if
 * unreadable.
 */
export async function shrinkPicture(file: Blob, side: number): Promise<string | null> {
  const picture = await readPicture(file)
  if (!picture) return null
  const dataUrl = drawWithin(picture, side)?.toDataURL('image/png')
  picture.close()
  return dataUrl === undefined ? null : withoutPrefix(dataUrl)
}

/** Longer side in pixels, and size in bytes. The server allows more. */
const photoSide = 1280
const photoBytes = 120_000
const qualities = [0.82, 0.7, 0.58]
const smallestSide = 480

/**
 * Scales a photo down. Returns WebP or JPEG in base64; null if the file is unreadable. Redrawing the photo removes
 * its metadata, such as the location.
 */
export async function shrinkPhoto(file: Blob): Promise<string | null> {
  const picture = await readPicture(file)
  if (!picture) return null
  const type = photoType()
  let shrunk = ''
  for (let side = photoSide; side >= smallestSide && !isSmall(shrunk); side *= 0.75) {
    const canvas = drawWithin(picture, side)
    if (!canvas) break
    for (const quality of qualities) {
      shrunk = withoutPrefix(canvas.toDataURL(type, quality))
      if (isSmall(shrunk)) break
    }
  }
  picture.close()
  return shrunk || null
}

const readPicture = (file: Blob) => createImageBitmap(file).catch(() => null)

const withoutPrefix = (url: string) => url.replace(/^.*,/, '')

const isSmall = (base64: string) => base64 !== '' && (base64.length * 3) / 4 <= photoBytes

/** WebP, or JPEG if the browser cannot write WebP and would silently write PNG. */
function photoType(): string {
  const webp = 'image/webp'
  return document.createElement('canvas').toDataURL(webp).startsWith(`data:${webp}`) ? webp : 'image/jpeg'
}

/** The picture on a canvas; null if the browser lacks memory for it. */
function drawWithin(picture: ImageBitmap, side: number): HTMLCanvasElement | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
