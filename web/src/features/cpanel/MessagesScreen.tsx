import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { controlPanelQueries } from '@/api/controlPanel'
import type { MessageStatus } from '@/api/types'
import { useTypedSearch } from '@/lib/useTypedSearch'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { MorePages } from '@/ui/MorePages'
import { texts as messageWords } from '@/ui/message-state/texts'
import { Panel } from '@/ui/Panel'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { loadFailure } from './loadFailure'
import { MessageTable } from './MessageTable'
import { PanelHead } from './PanelHead'
import { texts } from './texts'

const words = texts.messages
const statuses = Object.keys(messageWords.states) as MessageStatus[]

/** The messages of all businesses: with the provider that only writes them down, the place to read them. */
export function MessagesScreen() {
  const { q, typed, type } = useTypedSearch()
  const [status, choose] = useStatus()
  const found = useInfiniteQuery(controlPanelQueries.messages(status, q))
  const messages = found.data?.pages.flatMap((page) => page.items) ?? null
  const total = found.data?.pages[0]?.total ?? 0
  return (
    <div className="grid gap-6">
      <PanelHead intro={words.intro} />
      <Panel
        title={words.caption}
        actions={
          messages && (
            <span role="status" className="text-ink-soft tabular-nums">
              {words.count(total)}
            </span>
          )
        }
      >
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
            <TextField
              label={words.search}
              help={words.searchHelp}
              type="search"
              value={typed}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
              onChange={(event) => type(event.target.value)}
            />
            <SelectField
              label={words.filter}
              value={status ?? ''}
              options={[
                { value: '', label: words.all },
                ...statuses.map((value) => ({ value, label: messageWords.states[value] })),
              ]}
              onChange={(event) => choose(event.target.value)}
            />
          </div>
          {found.isError && !messages ? (
            <LoadFailed onRetry={found.refetch}>{loadFailure(found.error, words.failed)}</LoadFailed>
          ) : messages?.length === 0 ? (
            <None filtered={status !== null || q !== ''} />
          ) : (
            <MessageTable messages={messages} />
          )}
          <MorePages pages={found} />
        </div>
      </Panel>
    </div>
  )
}

/** The status that is looked at, kept in the address; null for all. */
function useStatus(): [MessageStatus | null, (status: string) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (status: string) =>
    void navigate({
      to: '.',
      search: (others) => ({ ...others, status: status || undefined }),
      replace: true,
      resetScroll: false,
    })
  return [statuses.find((status) => status === search.status) ?? null, choose]
}

function None({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? words.noneTitle : words.empty}>
      {filtered ? words.noneHint : words.emptyHint}
    </EmptyState>
  )
}
