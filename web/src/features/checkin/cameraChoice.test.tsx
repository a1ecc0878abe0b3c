import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CameraView } from './CameraView'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('the camera at the back is asked for, and no sound', async () => {
  const getUserMedia = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  render(<CameraView onCode={() => undefined} />)
  await screen.findByText('No se pudo acceder a la cámara.')
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      audio: false,
      video: expect.objectContaining({ facingMode: { ideal: 'environment' } }),
    }),
  )
})
