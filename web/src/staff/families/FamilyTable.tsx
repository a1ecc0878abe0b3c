import { Link } from '@tanstack/react-router'
import type { ListedFamily } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const { columns } = texts.list

interface FamilyTableProps {
  families: readonly ListedFamily[] | null
  stale: boolean
  /** Undefined if the user may not delete. */
  onDelete?: (family: ListedFamily) => void
}

export function FamilyTable({ families, stale, onDelete }: FamilyTableProps) {
  return (
    <div
      className={cx(
        'rounded-box border border-rule bg-card px-4 py-2 sm:px-6',
        stale && families && 'opacity-60',
      )}
    >
      <Table caption={texts.list.caption} head={<Head />} busy={stale}>
        {families ? (
          families.map((family) => <FamilyRow key={family.id} family={family} onDelete={onDelete} />)
        ) : (
          <SkeletonRows columns={4} rows={4} />
        )}
      </Table>
    </div>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{columns.name}</HeadCell>
      <HeadCell>{columns.policy}</HeadCell>
      <HeadCell numeric>{columns.members}</HeadCell>
      <HeadCell>
        <span className="sr-only">{columns.actions}</span>
      </HeadCell>
    </>
  )
}

function FamilyRow({ family, onDelete }: { family: ListedFamily; onDelete: FamilyTableProps['onDelete'] }) {
  return (
    <Row>
      <Cell className="font-semibold">
        <span translate="no" className="[overflow-wrap:anywhere]">
          {family.name}
        </span>
      </Cell>
      <Cell label={columns.policy}>
        <Badge tone={family.policy === 'POOL' ? 'good' : 'plain'}>{texts.policies[family.policy]}</Badge>
      </Cell>
      <Cell label={columns.members} numeric>
        <Verbatim>{sayNumber(family.membersCount)}</Verbatim>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-2 sm:min-w-max sm:flex-nowrap sm:justify-end">
          <Link
            to="/app/familias/$id"
            params={{ id: family.id }}
            aria-label={texts.list.openOf(family.name)}
            className={buttonLook({ variant: 'secondary' })}
          >
            {texts.list.open}
          </Link>
          {onDelete && (
            <Button
              variant="quiet"
              className="text-refused"
              aria-label={texts.list.removeOf(family.name)}
              onClick={() => onDelete(family)}
            >
              {texts.list.remove}
            </Button>
          )}
        </span>
      </Cell>
    </Row>
  )
}
