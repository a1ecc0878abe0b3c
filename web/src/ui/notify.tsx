import type { ReactNode } from 'react'
import { type ExternalToast, toast } from 'sonner'
import { errorText } from '@/lib/errors'
import { Signed } from './Signed'
import { takeSign } from './signs'

const durations = { success: 2600, warning: 3600, error: 4200, other: 4000 } as const

/** How long what has just been done can be taken back. */
const undoPeriod = 10_000

/** Short messages at the edge of the screen, for what needs no answer. */
export const notify = {
  success: (message: string) => toast.success(...drawn(message, { duration: durations.success })),
  /** A success that a press on `label` takes back, for as long as it is shown. */
  undoable: (message: string, label: string, onUndo: () => void) =>
    toast.success(...drawn(message, { duration: undoPeriod, action: { label, onClick: onUndo } })),
  warning: (message: string) => toast.warning(...drawn(message, { duration: durations.warning })),
  info: (message: string) => toast.info(...drawn(message, { duration: durations.other })),
  loading: (message: string) => toast.loading(message),
  plain: (message: string) => toast(message, { duration: durations.other }),
  /** Says what went wrong in the words of the error, or else in `fallback`. */
  error: (error: unknown, fallback?: string) =>
    toast.error(...drawn(errorText(error, fallback), { duration: durations.error })),
  dismiss: toast.dismiss,
}

/** The message; the sign that it begins with takes the place of the picture of its kind. */
function drawn(message: string, options: ExternalToast): [ReactNode, ExternalToast] {
  if (!takeSign(message).sign) return [message, options]
  return [<Signed key="words" text={message} />, { ...options, icon: null }]
}
