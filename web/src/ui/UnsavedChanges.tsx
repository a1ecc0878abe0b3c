import { useBlocker } from '@tanstack/react-router'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { staffTexts as texts } from './staffTexts'

interface UnsavedChangesProps {
  /** Something was typed that is not saved. */
  when: boolean
  /** Told when it is given up. */
  onLeave?: () => void
}

/** Asks once before a form is left with what was typed in it: by a link, by the browser's back and by closing the tab. */
export function UnsavedChanges({ when, onLeave }: UnsavedChangesProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leavesTheScreen,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  })
  const words = texts.unsaved
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={words.title}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              onLeave?.()
              proceed?.()
            }}
          >
            {words.leave}
          </Button>
          <Button onClick={() => reset?.()}>{words.stay}</Button>
        </>
      }
    >
      <p>{words.detail}</p>
    </Dialog>
  )
}

/** A search or a filter in the address keeps the form. */
function leavesTheScreen({ current, next }: { current: { pathname: string }; next: { pathname: string } }) {
  return current.pathname !== next.pathname
}
