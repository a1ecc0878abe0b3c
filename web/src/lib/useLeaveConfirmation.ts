import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Asks before this screen is left for another, and before the page is closed or loaded again, while something would be lost by it. */
export function useLeaveConfirmation(question: string, isAsked = true): void {
  useBlocker({
    shouldBlockFn: useCallback(() => !window.confirm(question), [question]),
    enableBeforeUnload: isAsked,
    disabled: !isAsked,
  })
}
