import { useInfiniteQuery } from '@tanstack/react-query'
import { controlPanelQueries } from '@/api/controlPanel'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { TextField } from '@/kit/TextField'
import { useSearchInput } from '@/lib/useSearchInput'
import { loadFailure } from './loadFailure'
import { MessageFilters, useMessageFilter } from './MessageFilters'
import { MessageTable } from './MessageTable'
import { PanelHead } from './PanelHead'
import { RestoredNotice } from './RestoredNotice'
import { TokenNotice } from './TokenNotice'
import { TrialNotice } from './TrialNotice'
import { texts } from './texts'

const words = texts.messages

/** Shows the messages. With the log provider, only this screen shows their texts. */
export function MessagesScreen() {
  const { q, typedText, type } = useSearchInput()
  const [filter, choose] = useMessageFilter()
  const messagesQuery = useInfiniteQuery(controlPanelQueries.messages({ ...filter, ...(q && { q }) }))
  const messages = messagesQuery.data?.pages.flatMap((page) => page.items) ?? null
  const total = messagesQuery.data?.pages[0]?.total ?? 0
  return (
    <div className="grid gap-6">
      <PanelHead intro={words.intro} />
      <TrialNotice />
      <TokenNotice />
      <RestoredNotice />
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
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,13rem))]">
            <TextField
              label={words.search}
              help={words.searchHelp}
              type="search"
              value={typedText}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
              onChange={(event) => type(event.target.value)}
              className="col-span-2 sm:col-span-3 lg:col-span-1"
            />
            <MessageFilters filter={filter} onChoose={choose} />
          </div>
          <StaleNote read={messagesQuery} />
          {messagesQuery.isLoadingError ? (
            <LoadFailed onRetry={messagesQuery.refetch}>
              {loadFailure(messagesQuery.error, words.failed)}
            </LoadFailed>
          ) : messages?.length === 0 ? (
            <None filtered={q !== '' || Object.keys(filter).length > 0} />
          ) : (
            <MessageTable messages={messages} />
          )}
          <MorePages pages={messagesQuery} />
        </div>
      </Panel>
    </div>
  )
}

function None({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? words.noneTitle : words.empty}>
      {filtered ? words.noneHint : words.emptyHint}
    </EmptyState>
  )
}
