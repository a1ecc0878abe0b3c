import { useMutation } from '@tanstack/react-query'
import {
  type ActivityFilter,
  type ActivityFormat,
  type ActivityScope,
  fetchActivityFile,
} from '@/api/activity'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'

interface ActivityFile {
  scope: ActivityScope
  filter: ActivityFilter
  /** The name of the saved file, without its ending. */
  name: string
  failed: string
}

/** useActivityFile downloads the filtered activity as a spreadsheet. */
export function useActivityFile({ scope, filter, name, failed }: ActivityFile) {
  return useMutation({
    mutationFn: (format: ActivityFormat) => fetchActivityFile(scope, filter, format),
    onSuccess: (content, format) => saveFile(content, `${name}.${format}`),
    onError: (error) => void notify.error(errorText(error, failed)),
  })
}
