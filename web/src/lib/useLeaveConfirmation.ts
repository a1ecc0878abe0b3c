import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Before the screen or page is left. */
export function useLeaveConfirmation(question: string, isAsked = true): void {
  useBlocker({
    shouldBlockFn: useCallback(() => !window.confirm(question), [question]),
    enableBeforeUnload: isAsked,
    disabled: !isAsked,
  })
}
