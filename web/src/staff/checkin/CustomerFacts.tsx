import type { ReactNode } from 'react'
import { tagOf } from '@/api/parsing'
import type { Customer } from '@/api/types'
import { texts as bonusWords } from '@/card/bonus/texts'
import { Moment } from '@/kit/Moment'
import { formatPhone } from '@/lib/phone'
import { texts } from './texts'

interface CustomerFactsProps {
  customer: Customer
  timeZone?: string | undefined
}

export function CustomerFacts({ customer, timeZone }: CustomerFactsProps) {
  const { phone, email, visitsCount, lastVisitAt, notes } = customer
  return (
    <dl aria-label={texts.facts.label} className="customer-facts">
      <Fact name={texts.facts.phone}>{phone ? formatPhone(phone) : texts.facts.absent}</Fact>
      <Fact name={texts.facts.email}>{email ?? texts.facts.absent}</Fact>
      <Fact name={texts.facts.tag}>{bonusLabel(customer) ?? texts.facts.noTag}</Fact>
      <Fact name={texts.facts.visits}>{visitsCount}</Fact>
      <Fact name={texts.facts.lastVisit}>
        {lastVisitAt ? <Moment at={lastVisitAt} {...(timeZone && { timeZone })} /> : texts.facts.never}
      </Fact>
      {notes && <Fact name={texts.facts.notes}>{notes}</Fact>}
    </dl>
  )
}

function bonusLabel(customer: Customer): string | null {
  const tag = tagOf(customer)
  return customer.tagLabel ?? (tag && bonusWords.tags[tag])
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
