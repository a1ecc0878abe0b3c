import { useEffect, useState } from 'react'
import { Button } from './Button'
import { Notice } from './Notice'
import { texts } from './texts'

interface MissingScreenProps {
  reload: () => Promise<boolean>
  onLoaded: () => void
  onLeft: () => void
}

/** Shown if a screen's file fails to load. Reloads the page only on request and if the server answers. */
export function MissingScreen({ reload, onLoaded, onLeft }: MissingScreenProps) {
  const [state, setState] = useState<'missing' | 'trying' | 'unreachable'>('missing')
  useEffect(() => onLeft, [onLeft])
  const retry = async () => {
    setState('trying')
    if (await reload()) return onLoaded()
    // The server responds, so it probably has a newer version without the file.
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

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(`/app-version.json?ts=${Date.now()}`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
