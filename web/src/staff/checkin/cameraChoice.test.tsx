import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BarcodeDetector } from '@/test/counter'
import { CameraView } from './CameraView'

beforeEach(() => vi.stubGlobal('BarcodeDetector', BarcodeDetector))

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  Reflect.deleteProperty(navigator, 'wakeLock')
})

// Spec: checkin-3
test('requests the back camera without sound', async () => {
  const getUserMedia = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  const onTrouble = vi.fn()
  render(<CameraView onCode={() => undefined} onTrouble={onTrouble} />)
  await waitFor(() => expect(onTrouble).toHaveBeenCalledExactlyOnceWith('refused'))
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      audio: false,
      video: expect.objectContaining({ facingMode: { ideal: 'environment' } }),
    }),
  )
})

function standInForCamera() {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const tracks: EventTarget[] = []
  const getUserMedia = vi.fn(async () => {
    const track = Object.assign(new EventTarget(), { stop: () => undefined })
    tracks.push(track)
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  return { tracks, getUserMedia }
}

// Spec: checkin-3
test('the screen stays awake while the camera is open', async () => {
  standInForCamera()
  const release = vi.fn()
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const { unmount } = render(<CameraView onCode={() => undefined} onTrouble={() => undefined} />)
  await screen.findByText('Muestra el QR a la cámara')
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  expect(release).not.toHaveBeenCalled()
  unmount()
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
})

// Spec: checkin-3
test('a camera whose stream ends is reopened', async () => {
  const { tracks, getUserMedia } = standInForCamera()
  const onTrouble = vi.fn()
  const { unmount } = render(<CameraView onCode={() => undefined} onTrouble={onTrouble} />)
  await screen.findByText('Muestra el QR a la cámara')
  tracks[0]?.dispatchEvent(new Event('ended'))
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
  expect(await screen.findByText('Muestra el QR a la cámara')).toBeVisible()

  getUserMedia.mockRejectedValue(new DOMException('gone', 'NotFoundError'))
  tracks[1]?.dispatchEvent(new Event('ended'))
  await waitFor(() => expect(onTrouble).toHaveBeenCalledExactlyOnceWith('refused'))
  unmount()
})
