import { useState } from 'react'
import { useSignedIn } from '@/api'
import type { Customer } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Fact, FactList } from '@/kit/FactList'
import { Moment } from '@/kit/Moment'
import { Panel } from '@/kit/Panel'
import { Verbatim } from '@/kit/Verbatim'
import { localDay, sayDay } from '@/lib/dates'
import { readDraft } from '@/lib/drafts'
import { isMinor } from '@/lib/minors'
import { sayNumber } from '@/lib/numbers'
import { bonusOf } from '../bonus'
import { CopyId } from '../CopyId'
import { GuardianFact } from '../children/GuardianFact'
import { texts as shared } from '../texts'
import { EditForm } from './EditForm'
import { EmailFact } from './EmailFact'
import { editDraft } from './editCustomer'
import { PhoneFact } from './PhoneFact'
import { texts } from './texts'

interface DataPanelProps {
  customer: Customer
  mayEdit: boolean
  timeZone: string | undefined
}

export function DataPanel({ customer, mayEdit, timeZone }: DataPanelProps) {
  const { email } = useSignedIn()
  const [state, setState] = useState<'untouched' | 'editing' | 'edited'>(() =>
    mayEdit && readDraft(editDraft(customer.id), email) !== undefined ? 'editing' : 'untouched',
  )
  if (state === 'editing') {
    return (
      <Panel title={texts.edit.title}>
        <EditForm customer={customer} onDone={() => setState('edited')} />
      </Panel>
    )
  }
  return (
    <Panel
      title={texts.data.title}
      actions={
        mayEdit && (
          // After the form closes, the focus returns to this button.
          <Button variant="secondary" autoFocus={state === 'edited'} onClick={() => setState('editing')}>
            {texts.data.edit}
          </Button>
        )
      }
    >
      <Facts customer={customer} mayEdit={mayEdit} timeZone={timeZone} />
    </Panel>
  )
}

interface FactsProps {
  customer: Customer
  mayEdit: boolean
  timeZone: string | undefined
}

function Facts({ customer, mayEdit, timeZone }: FactsProps) {
  const bonus = bonusOf(customer)
  return (
    <FactList>
      <Fact name={texts.data.name}>
        <Verbatim>{customer.name}</Verbatim>
      </Fact>
      {customer.guardianId ? (
        <GuardianFact id={customer.guardianId} />
      ) : (
        <PhoneFact customer={customer} mayEdit={mayEdit} />
      )}
      <EmailFact customer={customer} mayEdit={mayEdit} />
      <Fact name={texts.data.birthday}>{customer.birthday ? sayDay(customer.birthday) : shared.absent}</Fact>
      {isMinor(customer.birthday, localDay(new Date(), timeZone)) && (
        <Fact name={shared.guardian.minor}>
          {customer.guardianName ? (
            shared.guardian.consentOf(customer.guardianName)
          ) : (
            <Badge tone="caution">{shared.guardian.missingConsent}</Badge>
          )}
        </Fact>
      )}
      <Fact name={texts.data.bonus}>
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {bonus.label}
          <Badge tone={bonus.active ? 'good' : 'plain'}>
            {bonus.active ? shared.bonus.active : shared.bonus.inactive}
          </Badge>
        </span>
      </Fact>
      <Fact name={texts.data.notes}>{customer.notes ?? shared.absent}</Fact>
      <Fact name={texts.data.visits}>
        <Verbatim>{sayNumber(customer.visitsCount)}</Verbatim>
      </Fact>
      <Fact name={texts.data.since}>
        <Moment at={customer.createdAt} {...(timeZone && { timeZone })} />
      </Fact>
      {mayEdit && (
        <Fact name={shared.id.label}>
          <span className="inline-flex items-center justify-end gap-1 font-normal">
            <span translate="no" className="min-w-0 text-small [overflow-wrap:anywhere]">
              {customer.id}
            </span>
            <CopyId id={customer.id} name={customer.name} />
          </span>
        </Fact>
      )}
    </FactList>
  )
}
