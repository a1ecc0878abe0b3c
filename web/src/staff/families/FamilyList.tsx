import { useInfiniteQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { familyQueries } from '@/api/families'
import type { ListedFamily } from '@/api/types'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { NoResults } from '@/kit/NoResults'
import { StaleNote } from '@/kit/StaleNote'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { useSearchInput } from '@/lib/useSearchInput'
import { DeleteFamilyDialog } from './DeleteFamilyDialog'
import { FamilyTable } from './FamilyTable'
import { texts } from './texts'

interface FamilyListProps {
  mayChange: boolean
  /** Called when a family is chosen for deletion. */
  onDelete: () => void
}

export function FamilyList({ mayChange, onDelete }: FamilyListProps) {
  const { q, typedText, type } = useSearchInput()
  const familiesQuery = useInfiniteQuery(familyQueries.list(q))
  const [deleting, setDeleting] = useState<ListedFamily | null>(null)
  const families = familiesQuery.data?.pages.flatMap(({ items }) => items) ?? null
  const total = familiesQuery.data?.pages[0]?.total ?? 0
  const searching = typedText.trim() !== q || familiesQuery.isPlaceholderData || !families
  const startDelete = (family: ListedFamily) => {
    onDelete()
    setDeleting(family)
  }
  const nothingYet = !searching && families.length === 0 && q === ''
  return (
    <section aria-label={texts.list.caption} className="grid gap-4">
      {!nothingYet && (
        <search>
          <TextField
            label={texts.list.search}
            inputMode="search"
            value={typedText}
            onChange={(event) => type(event.target.value)}
            autoComplete="off"
            maxLength={200}
          />
        </search>
      )}
      <StaleNote read={familiesQuery} />
      {familiesQuery.isLoadingError ? (
        <LoadFailed onRetry={familiesQuery.refetch}>
          {errorText(familiesQuery.error, texts.list.failed)}
        </LoadFailed>
      ) : nothingYet ? (
        <EmptyState icon={<UsersRound aria-hidden="true" />} title={texts.list.empty}>
          {mayChange ? texts.list.emptyHint : texts.list.emptyHintStaff}
        </EmptyState>
      ) : !searching && families.length === 0 ? (
        <NoResults title={texts.list.none} clear={texts.list.clear} onClear={() => type('')}>
          {texts.list.noneHint(q)}
        </NoResults>
      ) : (
        <>
          <p role="status" className="min-h-6 text-ink-soft tabular-nums">
            {searching ? texts.list.searching : countOf(total, q)}
          </p>
          <FamilyTable families={families} stale={searching} {...(mayChange && { onDelete: startDelete })} />
          <MorePages pages={familiesQuery} />
        </>
      )}
      <DeleteFamilyDialog family={deleting} onClose={() => setDeleting(null)} />
    </section>
  )
}

function countOf(total: number, q: string): string {
  return q ? texts.list.found(total, q) : texts.list.count(total)
}
