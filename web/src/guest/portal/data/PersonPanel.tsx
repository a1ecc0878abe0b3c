import { useState } from 'react'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { Fact, FactList } from '@/kit/FactList'
import { Panel } from '@/kit/Panel'
import { Verbatim } from '@/kit/Verbatim'
import { withNames } from '@/kit/withNames'
import { localDay, sayDay } from '@/lib/dates'
import { dropDraft, readDraft } from '@/lib/drafts'
import { formatPhone } from '@/lib/phone'
import { texts } from '../texts'
import { CorrectionForm, correctionDraft } from './CorrectionForm'
import { EmailConfirmed, EmailQuestion } from './EmailQuestion'

const words = texts.data.person

interface PersonPanelProps {
  customerId: string
  data: OwnData
  onChanged: (data: OwnData) => void
}

export function PersonPanel({ customerId, data, onChanged }: PersonPanelProps) {
  const [first, setFirst] = useState(() => draftField(customerId))
  const [isConfirmed, setConfirmed] = useState(false)
  const correct = (field: 'name' | 'email') => {
    setConfirmed(false)
    setFirst(field)
  }
  const title = data.child ? withNames(words.titleOf(data.name), data.name) : words.title
  if (first) {
    return (
      <Panel title={title}>
        <CorrectionForm
          customerId={customerId}
          data={data}
          first={first}
          onCancel={() => setFirst(null)}
          onChanged={(newData) => {
            onChanged(newData)
            dropDraft(correctionDraft, customerId)
            setFirst(null)
          }}
        />
      </Panel>
    )
  }
  return (
    <Panel
      title={title}
      actions={
        !data.phoneUnproved && (
          <Button variant="secondary" onClick={() => correct('name')}>
            {words.correct}
          </Button>
        )
      }
    >
      {data.email && data.emailUnproved && !data.child && data.signedInBy === 'phone' && (
        <EmailQuestion
          customerId={customerId}
          email={data.email}
          onConfirmed={(newData) => {
            onChanged(newData)
            setConfirmed(true)
          }}
          onChange={() => correct('email')}
        />
      )}
      {isConfirmed && <EmailConfirmed />}
      <FactList>
        <Fact name={words.name}>
          <Verbatim>{data.name}</Verbatim>
        </Fact>
        <Fact name={words.phone}>
          {data.phone ? (
            <Verbatim>{formatPhone(data.phone)}</Verbatim>
          ) : data.child ? (
            words.yourPhone
          ) : (
            words.none
          )}
        </Fact>
        <Fact name={words.email}>{data.email ? <Verbatim>{data.email}</Verbatim> : words.none}</Fact>
        {!data.phoneUnproved && (
          <Fact name={words.birthday}>{data.birthday ? sayDay(data.birthday) : words.none}</Fact>
        )}
        {data.guardianName && <Fact name={words.guardian}>{data.guardianName}</Fact>}
        {data.familyName && <Fact name={words.family}>{data.familyName}</Fact>}
        {data.tag && (
          <Fact name={words.tag}>
            <Verbatim>{data.tag}</Verbatim>
          </Fact>
        )}
        {data.notes && <Fact name={words.notes}>{data.notes}</Fact>}
        <Fact name={words.since}>{sayDay(localDay(new Date(data.createdAt), data.timezone))}</Fact>
        <Fact name={words.visits}>{data.visits.length}</Fact>
        <Fact name={words.rewards}>{data.rewards.length}</Fact>
        {!data.phoneUnproved && <Fact name={words.messages}>{data.messages.length}</Fact>}
      </FactList>
    </Panel>
  )
}

/** The field to focus for a stored draft; null without one. */
function draftField(customerId: string): 'name' | 'email' | null {
  return readDraft(correctionDraft, customerId) === undefined ? null : 'name'
}
