import { Download } from 'lucide-react'
import { useImportRejects } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { Cell, HeadCell, Row, Table } from '@/kit/Table'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.skips

export function SkippedRows({ importJob }: { importJob: Import }) {
  const rejects = useImportRejects(importJob)
  const { skipped, result } = importJob
  if (result.skipped === 0) return null
  return (
    <Panel
      title={words.title}
      actions={
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          busy={rejects.isPending}
          onClick={() => rejects.mutate()}
        >
          {words.download}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-ink-soft">{words.help}</p>
      <Table
        caption={words.caption}
        head={
          <>
            <HeadCell>{words.row}</HeadCell>
            <HeadCell>{words.reason}</HeadCell>
          </>
        }
      >
        {skipped.map(({ row, reason }) => (
          <Row key={row}>
            <Cell label={words.row}>{sayNumber(row)}</Cell>
            <Cell label={words.reason} className="wrap-anywhere">
              {reason}
            </Cell>
          </Row>
        ))}
      </Table>
      {skipped.length < result.skipped && <p className="mt-3 text-ink-soft">{words.more(skipped.length)}</p>}
    </Panel>
  )
}
