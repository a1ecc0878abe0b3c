import { useState } from 'react'
import { useAction } from '@/acts/shared/useAction'

/**
 * Confirms an irreversible action. Opening the dialog clears the last error. After success it stays busy
 * until the caller closes it.
 */
export function useConfirmation(act: () => Promise<void>) {
  const [open, setOpen] = useState(false)
  const { isPending, error, start, reset } = useAction(act, { staysBusy: true })
  return {
    failure: error,
    ask: () => {
      reset()
      setOpen(true)
    },
    dialog: { open, busy: isPending, onConfirm: () => start(), onClose: () => setOpen(false) },
  }
}
