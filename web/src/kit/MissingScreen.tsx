import { useEffect, useState } from 'react'
import { Button } from './Button'
import { Notice } from './Notice'
import { texts } from './texts'

interface MissingScreenProps {
  /** Asks for the file of the screen once more, and answers whether it is there. */
  reload: () => Promise<boolean>
  onLoaded: () => void
  /** Told when the screen is left without it. */
  onLeft: () => void
}

/** Stands where a screen's file did not come. Only a press loads the page again, and only where the server answers. */
export function MissingScreen({ reload: again, onLoaded: onCame, onLeft }: MissingScreenProps) {
  const [state, setState] = useState<'missing' | 'trying' | 'unreachable'>('missing')
  useEffect(() => onLeft, [onLeft])
  const retry = async () => {
    setState('trying')
    if (await again()) return onCame()
    // The server is there and the file is not: another version has come, whose page knows its own files.
    if (await serverAnswers()) window.location.reload()
    setState('unreachable')
  }
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <Notice tone="error" title={texts.missing.title}>
        {state === 'unreachable' ? texts.missing.unreachable : texts.missing.detail}
      </Notice>
      <Button busy={state === 'trying'} busyLabel={texts.missing.trying} onClick={() => void retry()}>
        {texts.retry}
      </Button>
    </div>
  )
}

/** Whether the server can be reached at present. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(`/app-version.json?ts=${Date.now()}`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
