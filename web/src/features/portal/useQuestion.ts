import { useState } from 'react'

/**
 * A question before what cannot be taken back. What failed is forgotten when it is asked anew. Once the act is done it stays
 * busy: whoever asked closes it, or leaves.
 */
export function useQuestion(act: () => Promise<void>) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return {
    failure,
    ask: () => {
      setFailure(null)
      setOpen(true)
    },
    dialog: { open, busy, onConfirm: () => void confirm(), onClose: () => setOpen(false) },
  }
}
