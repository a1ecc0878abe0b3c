import { Flashlight, FlashlightOff } from 'lucide-react'
import { useRef } from 'react'
import { Notice } from '@/ui/Notice'
import { Signed } from '@/ui/Signed'
import { SpinnerIcon } from '@/ui/Spinner'
import { signs, texts } from './texts'
import { type Torch, useCamera } from './useCamera'

/** What the camera sees. It stays open from one customer to the next. */
export function CameraView({ onCode }: { onCode: (content: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch } = useCamera(video, onCode)
  if (state === 'refused') return <Trouble title={texts.camera.refused} hint={texts.camera.refusedHint} />
  if (state === 'missing') return <Trouble title={texts.camera.missing} hint={texts.camera.missingHint} />
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

function Trouble({ title, hint }: { title: string; hint: string }) {
  return (
    <Notice tone="error" withIcon={false} title={<Signed text={`${signs.error}${title}`} />}>
      {hint}
    </Notice>
  )
}
