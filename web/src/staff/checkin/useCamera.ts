import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepAwake, whenVisible } from '@/lib/keepAwake'
import { createQrDetector, type QrDetector } from './qrDetector'

export type CameraState = 'starting' | 'on'

export type CameraTrouble = 'refused' | 'missing'

/** The torch of the open camera; null if it has none. */
export interface Torch {
  on: boolean
  toggle: () => void
}

const pauseBetweenLooks = 90

/** Opens the camera while the component is mounted. Reports every read of a QR, or why no camera opened. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (content: string) => void,
  onTrouble: (trouble: CameraTrouble) => void,
) {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [openCount, setOpenCount] = useState(1)
  const tell = useRef({ onCode, onTrouble })
  useEffect(() => {
    tell.current = { onCode, onTrouble }
  }, [onCode, onTrouble])

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const run = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return tell.current.onTrouble('missing')
      const [stream, detector] = await Promise.all([openCamera(signal), createQrDetector()])
      if (signal.aborted || !video.current) return
      const [openedTrack] = stream.getVideoTracks()
      const reopen = async () => {
        setState('starting')
        await whenVisible(signal)
        setOpenCount(openCount + 1)
      }
      // Locking a phone ends the stream, so it reopens when the page is visible again.
      openedTrack?.addEventListener('ended', () => void reopen(), { signal })
      void keepAwake(signal)
      setTrack(openedTrack ?? null)
      video.current.srcObject = stream
      await video.current.play()
      setState('on')
      await look(video.current, detector, (content) => tell.current.onCode(content), signal)
    }
    run().catch(() => {
      if (!signal.aborted) tell.current.onTrouble('refused')
      stopping.abort()
    })
    return () => stopping.abort()
  }, [video, openCount])

  return { state, torch: useTorch(track) }
}

/** If the signal is aborted before the stream opens, the stream is stopped at once. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return stream
}

async function look(
  video: HTMLVideoElement,
  detect: QrDetector,
  tell: (content: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (!document.hidden && video.readyState >= video.HAVE_CURRENT_DATA) {
      const contents = await detect(video)
      if (!signal.aborted) contents.forEach(tell)
    }
    await new Promise((resume) => setTimeout(resume, pauseBetweenLooks))
  }
}

function useTorch(track: MediaStreamTrack | null): Torch | null {
  const [on, setOn] = useState(false)
  // The DOM types lack the torch.
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !capabilities?.torch) return null
  const toggle = async () => {
    const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: !on }
    await track.applyConstraints({ advanced: [constraint] })
    setOn(!on)
  }
  return { on, toggle: () => void toggle() }
}
