import { toast } from 'sonner'
import { errorText } from '@/lib/errors'

const durations = { success: 2600, warning: 3600, error: 4200, other: 4000 } as const

/** Short messages at the edge of the screen, for what needs no answer. */
export const notify = {
  success: (message: string) => toast.success(message, { duration: durations.success }),
  warning: (message: string) => toast.warning(message, { duration: durations.warning }),
  info: (message: string) => toast.info(message, { duration: durations.other }),
  loading: (message: string) => toast.loading(message),
  plain: (message: string) => toast(message, { duration: durations.other }),
  /** Says what went wrong in the words of the error, or else in `fallback`. */
  error: (error: unknown, fallback?: string) =>
    toast.error(errorText(error, fallback), { duration: durations.error }),
  dismiss: toast.dismiss,
}
