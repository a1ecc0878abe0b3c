import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerSearchQuery } from '@/api/customers'
import type { Customer } from '@/api/types'
import { Notice } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { TextField } from '@/kit/TextField'
import { formatPhone } from '@/lib/phone'
import { useDebounced } from '@/lib/useDebounced'
import { texts } from './texts'

const limit = 6

interface RecordSearchProps {
  /** The id of a record to leave out of the results. */
  exceptId: string
  onChoose: (customer: Customer) => void
}

export function RecordSearch({ exceptId, onChoose }: RecordSearchProps) {
  const [typedText, setTypedText] = useState('')
  const q = useDebounced(typedText.trim())
  const asks = q.length > 1
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...customerSearchQuery(q, limit + 1),
    enabled: asks,
    // Keeps the former rows during a search, so that none vanishes under the finger.
    placeholderData: asks ? keepPreviousData : undefined,
  })
  const others = (data?.items ?? []).filter(({ id }) => id !== exceptId).slice(0, limit)
  return (
    <div className="grid gap-3">
      <TextField
        label={texts.search}
        help={texts.searchHelp}
        value={typedText}
        onChange={(event) => setTypedText(event.target.value)}
        autoComplete="off"
      />
      {isError && <Notice tone="error">{texts.searchFailed}</Notice>}
      {isFetching && !data && <Skeleton className="h-14" />}
      {data && !isPlaceholderData && others.length === 0 && (
        <p role="status" className="text-ink-soft">
          {texts.none}
        </p>
      )}
      {others.length > 0 && (
        <ul aria-label={texts.results} className="grid gap-2">
          {others.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onChoose(customer)}
                className="w-full rounded-box border border-field bg-card p-3 text-left hover:border-ink"
              >
                <RecordLine customer={customer} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function RecordLine({ customer }: { customer: Customer }) {
  const { name, phone, email, visitsCount } = customer
  return (
    <span className="grid min-w-0">
      <span translate="no" className="font-semibold">
        {name}
      </span>
      <span className="text-small text-ink-soft [overflow-wrap:anywhere]">
        {[phone && formatPhone(phone), email, texts.visits(visitsCount)].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}
