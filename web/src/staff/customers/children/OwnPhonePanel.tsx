import { useState } from 'react'
import { childTexts, useGiveOwnPhone } from '@/acts/staff/children'
import type { Business, Customer } from '@/api/types'
import { OwnPhoneForm } from '@/card/child/OwnPhoneForm'
import { NotSendingNotice } from '@/card/whatsapp-status/NotSendingNotice'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { localDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { isMinor } from '@/lib/minors'
import { FocusedResult } from './FocusedResult'
import { texts } from './texts'

const words = texts.ownPhone

interface OwnPhonePanelProps {
  customer: Customer
  business: Business
}

/** Moves the card of a child of fourteen or older to their own phone. */
export function OwnPhonePanel({ customer, business }: OwnPhonePanelProps) {
  const [state, setState] = useState<'not' | 'asked' | 'left' | 'given'>('not')
  const today = localDay(new Date(), business.timezone)
  if (state === 'given') {
    return (
      <Panel title={withNames(words.title(customer.name), customer.name)}>
        <FocusedResult>{words.given}</FocusedResult>
      </Panel>
    )
  }
  if (!customer.guardianId || !customer.birthday || isMinor(customer.birthday, today)) return null
  return (
    <Panel title={withNames(words.title(customer.name), customer.name)}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{words.intro}</p>
        {state === 'asked' && <NotSendingNotice whatsapp={business.whatsapp} />}
        {state === 'asked' ? (
          <OwnPhoneEntry
            customer={customer}
            business={business}
            onGiven={() => setState('given')}
            onCancel={() => setState('left')}
          />
        ) : (
          <Button
            variant="secondary"
            className="justify-self-start"
            // After the form closes, the focus returns to this button.
            autoFocus={state === 'left'}
            onClick={() => setState('asked')}
          >
            {words.ask}
          </Button>
        )}
      </div>
    </Panel>
  )
}

interface OwnPhoneEntryProps extends OwnPhonePanelProps {
  onGiven: () => void
  onCancel: () => void
}

function OwnPhoneEntry({ customer, business, onGiven, onCancel }: OwnPhoneEntryProps) {
  const give = useGiveOwnPhone(customer, onGiven)
  return (
    <OwnPhoneForm
      words={{
        ...words.form,
        title: words.ask,
        decision: words.decision(customer.name),
        promotions: words.promotions(business.name),
      }}
      businessId={business.id}
      busy={give.isPending}
      failure={give.error}
      notice={give.isError && <Message text={`❌ ${errorText(give.error, childTexts.ownPhone.failed)}`} />}
      onSend={(input) => give.mutate(input)}
      onCancel={onCancel}
    />
  )
}
