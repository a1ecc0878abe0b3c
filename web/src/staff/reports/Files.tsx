import { Download, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTableFile } from '@/acts/staff/tableFile'
import { loadFullReport, loadReportFile, type ReportChoice } from '@/api/reports'
import type { ServicesReport } from '@/api/types'
import { Button } from '@/kit/Button'
import { notify } from '@/kit/notify'
import { PrintSheet } from '@/kit/PrintSheet'
import { errorText } from '@/lib/errors'
import { ServicesTable } from './ServicesTable'
import { texts } from './texts'

const { files } = texts

interface FilesProps {
  choice: ReportChoice & { date: string }
  q: string
  empty: boolean
}

export function Files({ choice, q, empty }: FilesProps) {
  const [preparing, setPreparing] = useState(false)
  const [printedReport, setPrintedReport] = useState<ServicesReport | null>(null)
  const donePrinting = useCallback(() => setPrintedReport(null), [])

  const download = useTableFile({
    fetchFile: (format) => loadReportFile(choice, q, format),
    nameOf: (format) => files.name(files.ranges[choice.range], choice.date, format),
    failureText: files.failed,
  })
  const print = async () => {
    setPreparing(true)
    try {
      setPrintedReport(await loadFullReport(choice, q))
    } catch (error) {
      notify.error(errorText(error, files.printFailed))
    }
    setPreparing(false)
  }
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{files.label}</legend>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          aria-label={files.saveAs(files[format])}
          disabled={empty}
          busy={download.isPending && download.variables === format}
          onClick={() => download.isPending || download.mutate(format)}
        >
          {files[format]}
        </Button>
      ))}
      <Button
        variant="secondary"
        icon={<Printer aria-hidden="true" className="size-5" />}
        disabled={empty}
        busy={preparing}
        onClick={() => void print()}
      >
        {files.print}
      </Button>
      {printedReport && <PrintedReport report={printedReport} q={q} onDone={donePrinting} />}
    </fieldset>
  )
}

function PrintedReport({ report, q, onDone }: { report: ServicesReport; q: string; onDone: () => void }) {
  const { range, window, total, customers, items } = report
  const { from, to } = window[range]
  return (
    <PrintSheet onDone={onDone}>
      <div className="grid w-full gap-4">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <p>
          {texts.period[range](from, to)}: {total} {texts.visits(total)} {texts.customers(customers)}{' '}
          {q && texts.found(q)}
        </p>
        <ServicesTable items={items} range={range} period={window} />
      </div>
    </PrintSheet>
  )
}
