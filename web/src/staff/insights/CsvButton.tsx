import { Download } from 'lucide-react'
import { useTableFile } from '@/acts/staff/tableFile'
import { type Absence, type InsightChoice, insightFile, type Question } from '@/api/insights'
import { Button } from '@/kit/Button'
import { texts } from './texts'

interface CsvButtonProps {
  question: Question
  choice?: InsightChoice & { absence?: Absence }
  table: string
  empty: boolean
}

export function CsvButton({ question, choice = {}, table, empty }: CsvButtonProps) {
  const download = useTableFile({
    fetchFile: () => insightFile(question, choice),
    nameOf: () => texts.csv.name(texts.csv.names[question]),
    failureText: texts.csv.failed,
  })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" className="size-5" />}
      aria-label={texts.csv.label(table)}
      disabled={empty}
      busy={download.isPending}
      onClick={() => download.mutate('csv')}
    >
      {texts.csv.button}
    </Button>
  )
}
