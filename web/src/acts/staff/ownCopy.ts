import { useQuery } from '@tanstack/react-query'
import { businessQuery } from '@/api/customers'
import { fetchOwnCopy, type OwnCopy } from '@/api/ownCopy'
import { notify } from '@/kit/notify'
import { localDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { ownCopyTexts as texts } from './texts'
import { useAct } from './useAct'

export function useOwnCopy() {
  const { data: business } = useQuery(businessQuery())
  return useAct({
    mutationFn: (copy: OwnCopy) => fetchOwnCopy(copy),
    onSuccess: (content, copy) => {
      saveFile(content, texts.file(copy, localDay(new Date(), business?.timezone)))
      notify.success(texts.done)
    },
  })
}
