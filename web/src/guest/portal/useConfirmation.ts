import { useState } from 'react'
import { useAction } from '@/acts/shared/useAction'

/**
 * A question before what cannot be taken back. What failed is forgotten when it is asked anew. Once the act is done it stays
 * busy: whoever asked closes it, or leaves.
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
