import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreCopy } from '@/api/copies'
import { requireNetwork } from './requireNetwork'

/** useRestoreCopy reads a copy back into the business. `part` is how much is done, from 0 to 1. */
export function useRestoreCopy() {
  const client = useQueryClient()
  const [part, setPart] = useState(0)
  const restore = useMutation({
    mutationFn: (file: File) => {
      requireNetwork()
      setPart(0)
      return restoreCopy(file, setPart)
    },
    // All data of the business may be others now. Nothing waits for them.
    onSettled: () => void client.invalidateQueries(),
  })
  return { ...restore, part }
}
