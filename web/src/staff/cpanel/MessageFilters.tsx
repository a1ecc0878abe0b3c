import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { controlPanelQueries, type MessageFilter } from '@/api/controlPanel'
import type { ListedBusiness, MessageKind, MessageStatus } from '@/api/types'
import { texts as messageWords } from '@/card/message-state/texts'
import { SelectField } from '@/kit/SelectField'
import { texts } from './texts'

const words = texts.messages
const statuses = Object.keys(messageWords.states) as MessageStatus[]
const kindWords: Record<MessageKind, string> = messageWords.kinds
const kinds = Object.keys(kindWords) as MessageKind[]

type Choice = 'status' | 'kind' | 'business'

export function useMessageFilter(): [MessageFilter, (choice: Choice, value: string) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (choice: Choice, value: string) =>
    void navigate({
      to: '.',
      search: (others) => ({ ...others, [choice]: value || undefined }),
      replace: true,
      resetScroll: false,
    })
  const status = statuses.find((knownStatus) => knownStatus === search.status)
  const kind = kinds.find((knownKind) => knownKind === search.kind)
  const filter = {
    ...(status && { status }),
    ...(kind && { kind }),
    ...(search.business && { businessId: search.business }),
  }
  return [filter, choose]
}

interface MessageFiltersProps {
  filter: MessageFilter
  onChoose: (choice: Choice, value: string) => void
}

export function MessageFilters({ filter, onChoose }: MessageFiltersProps) {
  const businesses = useQuery(controlPanelQueries.allBusinesses())
  return (
    <>
      <SelectField
        label={words.business}
        className="col-span-2 sm:col-span-1"
        value={filter.businessId ?? ''}
        options={[
          { value: '', label: words.allBusinesses },
          ...choices(businesses.data ?? [], filter.businessId),
        ]}
        onChange={(event) => onChoose('business', event.target.value)}
      />
      <SelectField
        label={words.kind}
        value={filter.kind ?? ''}
        options={[
          { value: '', label: words.all },
          ...kinds.map((value) => ({ value, label: kindWords[value] })),
        ]}
        onChange={(event) => onChoose('kind', event.target.value)}
      />
      <SelectField
        label={words.status}
        value={filter.status ?? ''}
        options={[
          { value: '', label: words.all },
          ...statuses.map((value) => ({ value, label: messageWords.states[value] })),
        ]}
        onChange={(event) => onChoose('status', event.target.value)}
      />
    </>
  )
}

/** The businesses as options. The chosen one is always included, by id until its name is loaded. */
function choices(businesses: ListedBusiness[], chosenId?: string) {
  const options = businesses.map(({ id, name }) => ({ value: id, label: name }))
  const missing = chosenId && !options.some(({ value }) => value === chosenId)
  return missing ? [...options, { value: chosenId, label: chosenId }] : options
}
