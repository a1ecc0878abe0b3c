import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Absence, type InsightChoice, insightFile, type Question } from '@/api/insights'
import { Button } from '@/kit/Button'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { texts } from './texts'

interface CsvButtonProps {
  question: Question
  choice?: InsightChoice & { absence?: Absence }
  table: string
  empty: boolean
}

/** CsvButton downloads a table. */
export function CsvButton({ question, choice = {}, table, empty }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await insightFile(question, choice), texts.csv.name(texts.csv.names[question]))
    } catch (error) {
      notify.error(errorText(error, texts.csv.failed))
    }
    setBusy(false)
  }
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" className="size-5" />}
      aria-label={texts.csv.label(table)}
      disabled={empty}
      busy={busy}
      onClick={() => void save()}
    >
      {texts.csv.button}
    </Button>
  )
}
