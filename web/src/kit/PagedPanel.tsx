import type { ReactNode } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from './Button'
import { LoadFailed } from './LoadFailed'
import { Panel } from './Panel'
import { Skeleton } from './Skeleton'
import { texts } from './texts'
import { type Page, usePages } from './usePages'

interface PagedPanelProps<Item> {
  words: { title: string; empty?: string; failed: string; more?: string }
  load: (cursor?: string) => Promise<Page<Item>>
  /** The items reload when this changes. */
  version: string
  /** True hides the panel while it has no items. */
  rare?: boolean
  children: (item: Item) => ReactNode
}

export function PagedPanel<Item extends { id: string }>({
  words,
  load,
  version,
  rare,
  children,
}: PagedPanelProps<Item>) {
  const { items, nextCursor, error, busy, more, retry } = usePages(load, version)
  if (rare && !items?.length) return null
  return (
    <Panel title={words.title}>
      {error !== null && (
        <div className="mb-4">
          <LoadFailed title={words.failed} onRetry={retry}>
            {errorText(error)}
          </LoadFailed>
        </div>
      )}
      {!items && error === null && (
        <>
          <p role="status" className="sr-only">
            {texts.loading}
          </p>
          <Skeleton className="h-24" />
        </>
      )}
      {items?.length === 0 && <p className="text-ink-soft">{words.empty}</p>}
      {items && items.length > 0 && (
        <ul className="grid">
          {items.map((item) => (
            <li key={item.id} className="border-b border-rule py-2.5 last:border-0">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <Button variant="secondary" wide busy={busy} onClick={() => void more()} className="mt-3">
          {words.more}
        </Button>
      )}
    </Panel>
  )
}
