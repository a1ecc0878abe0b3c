import { useMutation } from '@tanstack/react-query'
import { type Absence, type InsightChoice, insightFile, type Question } from '@/api/insights'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'

interface InsightFile {
  question: Question
  choice: InsightChoice & { absence?: Absence }
  /** The name of the saved file. */
  name: string
  failed: string
}

/** useInsightFile downloads the table of a question as CSV. */
export function useInsightFile({ question, choice, name, failed }: InsightFile) {
  return useMutation({
    mutationFn: () => insightFile(question, choice),
    onSuccess: (csv) => saveFile(csv, name),
    onError: (error) => void notify.error(errorText(error, failed)),
  })
}
