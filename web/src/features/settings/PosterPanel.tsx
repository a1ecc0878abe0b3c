import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { usePoster } from '@/acts/businesses'
import { posterQuery } from '@/api/businesses'
import type { Poster, PosterSize } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { texts } from './texts'

const words = texts.poster
const sizes: readonly PosterSize[] = ['A4', 'A6']

/** The poster for the venue: how it looks, whether its address will do, and the paper of one's choice. */
export function PosterPanel() {
  const shown = useQuery(posterQuery())
  return (
    <Panel title={words.title}>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] sm:items-start sm:gap-8">
        {shown.data ? <Sheet poster={shown.data} /> : <Skeleton className="aspect-[210/297] w-full" />}
        <div className="grid gap-4">
          <p className="text-ink-soft">{words.detail}</p>
          {shown.data && <Address poster={shown.data} />}
          {shown.isError && (
            <LoadFailed onRetry={shown.refetch}>{errorText(shown.error, words.failed)}</LoadFailed>
          )}
          <Downloads />
        </div>
      </div>
    </Panel>
  )
}

/** The sheet as it comes out of the printer. Paper is white by night too. */
function Sheet({ poster }: { poster: Poster }) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(poster.picture)}`}
      alt={words.shown(short(poster.address))}
      width={210}
      height={297}
      className="h-auto w-full rounded-small border border-rule"
    />
  )
}

function Address({ poster: { address, reach } }: { poster: Poster }) {
  return (
    <>
      {reach !== 'EVERYWHERE' && (
        <Notice tone="warning" title={words.warnings[reach].title}>
          {words.warnings[reach].detail}
        </Notice>
      )}
      <p>
        <span className="text-ink-soft">{words.address}</span>{' '}
        <strong className="[overflow-wrap:anywhere]">{short(address)}</strong>
      </p>
    </>
  )
}

/** An address as people type it. */
function short(address: string): string {
  return address.replace(/^https?:\/\//, '')
}

function Downloads() {
  const poster = usePoster()
  return (
    <div className="flex flex-wrap gap-2">
      {sizes.map((size) => (
        <Button
          key={size}
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          busy={poster.isPending && poster.variables.size === size}
          onClick={() => poster.mutate({ size })}
        >
          {words.sizes[size]}
        </Button>
      ))}
    </div>
  )
}
