import { useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { publicApi } from '@/api/public'
import type { PublicVisit } from '@/api/types'
import { sayExactly, sayNearDay } from '@/lib/dates'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { texts } from './texts'

const words = texts.fixed

/** The visits that an id opens, newest first. An answer that is no list is an empty one (specification, section 7). */
export function HolderVisits({ id }: { id: string }) {
  const [visits, setVisits] = useState<PublicVisit[] | null>(null)
  useEffect(() => {
    let current = true
    answer(publicApi.GET('/public/customers/{id}/visits', { params: { path: { id } } }))
      .then(({ items }) => items)
      .catch((): PublicVisit[] => [])
      .then((items) => current && setVisits(items))
    return () => {
      current = false
    }
  }, [id])
  return (
    <Panel title={words.visits}>
      {!visits && (
        <>
          <p role="status" className="sr-only">
            {texts.loading}
          </p>
          <Skeleton className="h-16" />
        </>
      )}
      {visits?.length === 0 && <p className="text-ink-soft">{words.noVisits}</p>}
      {visits && visits.length > 0 && (
        <ul className="grid">
          {visits.map(({ id: visitId, visitedAt, notes }) => (
            <li key={visitId} className="grid gap-0.5 border-b border-rule py-2.5 last:border-0">
              <time dateTime={visitedAt} title={sayExactly(visitedAt)} className="font-semibold">
                {sayNearDay(visitedAt)}
              </time>
              {notes && <span className="text-ink-soft [overflow-wrap:anywhere]">{notes}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
