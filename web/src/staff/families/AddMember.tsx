import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { customerSearchQuery } from '@/api/customers'
import type { Customer, Family } from '@/api/types'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { TextField } from '@/kit/TextField'
import { formatPhone } from '@/lib/phone'
import { useDebounced } from '@/lib/useDebounced'
import { JoinDialog } from './JoinDialog'
import { texts } from './texts'

const limit = 6

export function AddMember({ family }: { family: Family }) {
  const [typedText, setTypedText] = useState('')
  const [joining, setJoining] = useState<Customer | null>(null)
  const [joinedCount, setJoinedCount] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  // The pressed result vanishes with the search, and the next member is searched here.
  useEffect(() => {
    if (joinedCount > 0) search.current?.focus()
  }, [joinedCount])
  const q = useDebounced(typedText.trim())
  const searchQuery = useQuery({ ...customerSearchQuery(q, limit), enabled: q.length > 1 })
  const customers = q.length > 1 && searchQuery.data ? searchQuery.data.items : null
  return (
    <Panel title={texts.add.title}>
      <div className="grid gap-4">
        <TextField
          ref={search}
          label={texts.add.search}
          help={texts.add.searchHelp}
          inputMode="search"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
        {searchQuery.isError && <Notice tone="error">{texts.add.searchFailed}</Notice>}
        {searchQuery.isFetching && !searchQuery.data && <Skeleton className="h-16" />}
        {customers?.length === 0 && (
          <p role="status" className="text-ink-soft">
            {texts.add.none}
          </p>
        )}
        {customers && customers.length > 0 && (
          <ul aria-label={texts.add.results} className="grid gap-2">
            {customers.map((customer) => (
              <li key={customer.id}>
                <FoundCustomer customer={customer} family={family} onChoose={() => setJoining(customer)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {joining && (
        <JoinDialog
          family={family}
          customer={joining}
          onJoined={() => {
            setJoining(null)
            setTypedText('')
            setJoinedCount(joinedCount + 1)
          }}
          onClose={() => setJoining(null)}
        />
      )}
    </Panel>
  )
}

interface FoundCustomerProps {
  customer: Customer
  family: Family
  onChoose: () => void
}

function FoundCustomer({ customer, family, onChoose }: FoundCustomerProps) {
  const { name, phone, family: present } = customer
  const details = [phone && formatPhone(phone), present && membershipNote(present, family)]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      disabled={present !== null}
      onClick={onChoose}
      className="grid min-h-14 w-full content-center rounded-box border border-field bg-card px-4 py-2 text-left hover:not-disabled:border-ink disabled:cursor-not-allowed disabled:border-rule disabled:bg-well"
    >
      <span translate="no" className="font-semibold [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="text-small text-ink-soft">{details}</span>
    </button>
  )
}

function membershipNote(present: NonNullable<Customer['family']>, family: Family): string {
  return present.id === family.id ? texts.add.already : texts.add.elsewhere(present.name)
}
