import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { useAct } from './useAct'

type TableFormat = 'csv' | 'xlsx'

interface TableFile {
  fetchFile: (format: TableFormat) => Promise<Blob>
  nameOf: (format: TableFormat) => string
  failureText: string
}

export function useTableFile({ fetchFile, nameOf, failureText }: TableFile) {
  return useAct({
    mutationFn: async (format: TableFormat) => {
      const name = nameOf(format) // computed first, because the user may change the choice during the request
      saveFile(await fetchFile(format), name)
    },
    onError: (error) => void notify.error(errorText(error, failureText)),
  })
}
