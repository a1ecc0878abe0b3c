import { Flashlight, FlashlightOff } from 'lucide-react'
import { useRef } from 'react'
import { Notice } from '@/kit/Notice'
import { SpinnerIcon } from '@/kit/Spinner'
import { TextWithIcon } from '@/kit/TextWithIcon'
import { texts, toneEmoji } from './texts'
import { type CameraTrouble, type Torch, useCamera } from './useCamera'

interface CameraViewProps {
  onCode: (content: string) => void
  onTrouble: (trouble: CameraTrouble) => void
}

/** The camera, which stays open between customers. */
export function CameraView({ onCode, onTrouble }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch } = useCamera(video, onCode, onTrouble)
  return (
    <div className="camera" data-state={state}>
      <video ref={video} aria-label={texts.camera.view} muted playsInline />
      <p role="status" className="camera-words">
        {state === 'starting' && <SpinnerIcon />}
        {state === 'starting' ? texts.camera.starting : texts.camera.aim}
      </p>
      {torch && <TorchButton torch={torch} />}
    </div>
  )
}

function TorchButton({ torch }: { torch: Torch }) {
  const Icon = torch.on ? FlashlightOff : Flashlight
  const label = torch.on ? texts.camera.torchOff : texts.camera.torchOn
  return (
    <button type="button" aria-label={label} title={label} onClick={torch.toggle} className="camera-torch">
      <Icon aria-hidden="true" />
    </button>
  )
}

const troubles = {
  refused: { title: texts.camera.refused, hint: texts.camera.refusedHint },
  missing: { title: texts.camera.missing, hint: texts.camera.missingHint },
} as const

export function CameraNotice({ trouble }: { trouble: CameraTrouble }) {
  const { title, hint } = troubles[trouble]
  return (
    <Notice tone="error" withIcon={false} title={<TextWithIcon text={`${toneEmoji.error}${title}`} />}>
      {hint}
    </Notice>
  )
}
