import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreCopy, sendCopiedCustomers } from '@/api/copies'
import { retryOnce } from '@/api/retryOnce'
import type { Import } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { showImport } from './imports'
import { requireNetwork } from './requireNetwork'

/** useSendCopiedCustomers sends a copy as a file of its customers, which the server then checks. */
export function useSendCopiedCustomers(onSent: (sent: Import) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => {
      requireNetwork()
      const asked = `import copy ${JSON.stringify([file.name, file.size, file.lastModified])}`
      return withIdempotencyKey(asked, (key) => retryOnce(() => sendCopiedCustomers(file, key)))
    },
    onSuccess: (sent) => {
      void showImport(client, sent)
      onSent(sent)
    },
  })
}

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
