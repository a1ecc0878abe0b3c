import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { businessesQuery } from '@/api/businesses'
import { isApiError } from '@/api/error'
import type { ListedBusiness } from '@/api/types'
import { localDay, sayDay } from '@/lib/dates'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/ui/Table'
import { texts } from './texts'

/** The businesses of the platform. */
export function ControlPanelScreen() {
  const businesses = useQuery(businessesQuery())
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="text-display font-bold">{texts.title}</h1>
        <p className="text-ink-soft">{texts.intro}</p>
      </header>
      <Panel
        title={texts.caption}
        actions={
          businesses.data && <span className="text-ink-soft">{texts.count(businesses.data.length)}</span>
        }
      >
        {businesses.isError ? (
          <div className="grid justify-items-start gap-4">
            <Notice tone="error">{isOffline(businesses.error) ? texts.offline : texts.failed}</Notice>
            <Button variant="secondary" onClick={() => businesses.refetch()}>
              {texts.retry}
            </Button>
          </div>
        ) : businesses.data?.length === 0 ? (
          <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
        ) : (
          <Table caption={texts.caption} head={<Head />} busy={businesses.isPending}>
            {businesses.data?.map((business) => <BusinessRow key={business.id} business={business} />) ?? (
              <SkeletonRows columns={4} />
            )}
          </Table>
        )}
      </Panel>
    </div>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{texts.name}</HeadCell>
      <HeadCell>{texts.status}</HeadCell>
      <HeadCell>{texts.created}</HeadCell>
      <HeadCell>
        <span className="sr-only">{texts.actions}</span>
      </HeadCell>
    </>
  )
}

function BusinessRow({ business: { id, name, status, createdAt } }: { business: ListedBusiness }) {
  const { businessId } = useSignedIn()
  const look = buttonLook({ variant: 'secondary' })
  return (
    <Row>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {id === businessId && <Badge tone="good">{texts.chosen}</Badge>}
        </span>
      </Cell>
      <Cell label={texts.status}>
        <Badge tone={status === 'ACTIVE' ? 'plain' : 'refused'}>{texts.states[status]}</Badge>
      </Cell>
      <Cell label={texts.created}>{sayDay(localDay(new Date(createdAt)))}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-2 sm:justify-end">
          <Link
            to="/app/customers"
            search={{ businessId: id }}
            preload={false}
            aria-label={texts.customersOf(name)}
            className={look}
          >
            {texts.customers}
          </Link>
          <Link
            to="/app/admin"
            search={{ businessId: id }}
            preload={false}
            aria-label={texts.panelOf(name)}
            className={look}
          >
            {texts.panel}
          </Link>
        </span>
      </Cell>
    </Row>
  )
}

function isOffline(error: unknown): boolean {
  return isApiError(error) && error.status === 0
}
