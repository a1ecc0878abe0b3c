import type { ReactNode } from 'react'
import type { ExternalToast } from 'sonner'
import { errorText } from '@/lib/errors'
import { splitLeadingIcon, TextWithIcon } from './TextWithIcon'
import { ToastQueue } from './toastQueue'
import { withNames } from './withNames'

const durations = { success: 2600, warning: 3600, error: 4200, other: 4000 } as const

/** Milliseconds for which the undo button is shown. */
const undoPeriod = 10_000

/** Loaded after the page, so that the counter starts faster. */
export const toastQueue = new ToastQueue(() => import('./ToastHost'))

export const notify = {
  /** `names` are protected from translation. */
  success: (message: string, ...names: string[]) =>
    toastQueue.send(({ success }) =>
      success(...renderToast(message, { duration: durations.success }, names)),
    ),
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
  /** The error's message or `fallback`. */
  error: (error: unknown, fallback?: string) =>
    toastQueue.send((toast) =>
      toast.error(...renderToast(errorText(error, fallback), { duration: durations.error })),
    ),
  dismiss: () => toastQueue.dismiss(),
}

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
