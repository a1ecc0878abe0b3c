import { useMutation } from '@tanstack/react-query'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'

type TableFormat = 'csv' | 'xlsx'

interface TableFile {
  fetchFile: (format: TableFormat) => Promise<Blob>
  /** Returns the name of the saved file. */
  nameOf: (format: TableFormat) => string
  failed: string
}

/** useTableFile downloads a table in the chosen format. */
export function useTableFile({ fetchFile, nameOf, failed }: TableFile) {
  return useMutation({
    mutationFn: async (format: TableFormat) => {
      const name = nameOf(format) // before the wait, in which the screen's choice may change
      saveFile(await fetchFile(format), name)
    },
    onError: (error) => void notify.error(errorText(error, failed)),
  })
}
