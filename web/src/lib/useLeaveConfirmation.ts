import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Asks before the user leaves the screen or page. */
export function useLeaveConfirmation(question: string, isAsked = true): void {
  useBlocker({
    shouldBlockFn: useCallback(() => !window.confirm(question), [question]),
    enableBeforeUnload: isAsked,
    disabled: !isAsked,
  })
}
