import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreCopy } from '@/api/copies'
import { requireNetwork } from './requireNetwork'
import { useAct } from './useAct'

export function useRestoreCopy() {
  const client = useQueryClient()
  const [part, setPart] = useState(0)
  const restore = useAct({
    mutationFn: (file: File) => {
      requireNetwork()
      setPart(0)
      return restoreCopy(file, setPart)
    },
    // Any data of the business may have changed.
    onSettled: () => void client.invalidateQueries(),
  })
  return { ...restore, part }
}
