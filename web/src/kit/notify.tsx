import type { ReactNode } from 'react'
import type { ExternalToast } from 'sonner'
import { errorText } from '@/lib/errors'
import { splitLeadingIcon, TextWithIcon } from './TextWithIcon'
import { ToastQueue } from './toastQueue'
import { withNames } from './withNames'

const durations = { success: 2600, warning: 3600, error: 4200, other: 4000 } as const

/** How long what has just been done can be taken back. */
const undoPeriod = 10_000

/** What shows messages comes once the page is there: a counter can be used before. */
export const toastQueue = new ToastQueue(() => import('./ToastHost'))

/** Short messages at the edge of the screen, for what needs no answer. */
export const notify = {
  /** Says that something went well; `names` are those in the message. */
  success: (message: string, ...names: string[]) =>
    toastQueue.send(({ success }) =>
      success(...renderToast(message, { duration: durations.success }, names)),
    ),
  /** A success that a press on `label` takes back, for as long as it is shown. */
  undoable: (message: string, label: string, onUndo: () => void) =>
    toastQueue.send(({ success }) =>
      success(...renderToast(message, { duration: undoPeriod, action: { label, onClick: onUndo } })),
    ),
  warning: (message: string) =>
    toastQueue.send(({ warning }) => warning(...renderToast(message, { duration: durations.warning }))),
  info: (message: string) =>
    toastQueue.send(({ info }) => info(...renderToast(message, { duration: durations.other }))),
  loading: (message: string) => toastQueue.send(({ loading }) => loading(message)),
  plain: (message: string) => toastQueue.send((toast) => toast(message, { duration: durations.other })),
  /** Says what went wrong in the words of the error, or else in `fallback`. */
  error: (error: unknown, fallback?: string) =>
    toastQueue.send((toast) =>
      toast.error(...renderToast(errorText(error, fallback), { duration: durations.error })),
    ),
  /** Takes all of them away. */
  dismiss: () => toastQueue.dismiss(),
}

/** The message; the sign that it begins with takes the place of the picture of its kind. */
function renderToast(
  message: string,
  options: ExternalToast,
  names: readonly string[] = [],
): [ReactNode, ExternalToast] {
  const { sign, words } = splitLeadingIcon(message)
  if (!sign && names.length === 0) return [message, options]
  return [
    <TextWithIcon key="words" text={message}>
      {withNames(words, ...names)}
    </TextWithIcon>,
    sign ? { ...options, icon: null } : options,
  ]
}
