import { useRouter } from '@tanstack/react-router'
import { useEffect, useReducer, useRef, useState } from 'react'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Message } from '@/kit/Message'
import { idleTexts as texts } from './idleTexts'
import { useIdleEnd } from './useIdleEnd'

/** Asks whether to continue the session. It covers the screen and keeps its input. */
export function IdleWarning() {
  const { history } = useRouter()
  const { endsAt, hasFailed, stay, hide } = useIdleEnd()
  const [isBusy, setBusy] = useState(false)
  const secondsLeft = useSecondsUntil(endsAt)
  const stayButton = useRef<HTMLButtonElement>(null)
  const isOpen = endsAt !== null
  // A user who is typing may press Enter, so the button that continues gets the focus. By default the dialog
  // would focus the button that signs out.
  useEffect(() => {
    if (isOpen) stayButton.current?.focus()
  }, [isOpen])
  const onStay = async () => {
    setBusy(true)
    await stay()
    setBusy(false)
  }
  return (
    <Dialog
      open={isOpen}
      once
      title={texts.title(secondsLeft)}
      onClose={() => undefined}
      actions={
        <>
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => {
              hide()
              history.push('/logout')
            }}
          >
            {texts.leave}
          </Button>
          <Button ref={stayButton} busy={isBusy} busyLabel={texts.staying} onClick={() => void onStay()}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.detail}</p>
      {hasFailed && <Message text={texts.failed} />}
    </Dialog>
  )
}

/** Seconds until an instant of performance.now(); 0 for null. */
function useSecondsUntil(instant: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (instant === null) return
    const ticking = setInterval(tick, 1000)
    return () => clearInterval(ticking)
  }, [instant])
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - performance.now()) / 1000))
}
