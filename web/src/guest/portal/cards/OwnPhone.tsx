import { useState } from 'react'
import { giveOwnPhone } from '@/acts/guest/ownCards'
import { useAct } from '@/acts/shared/useAct'
import type { PortalCard, PortalSession } from '@/api/types'
import { OwnPhoneForm, type OwnPhoneSaid } from '@/card/child/OwnPhoneForm'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { isSilent } from '@/lib/whatsapp'
import { useWays } from '../signin/useWays'
import { texts } from './texts'

const words = texts.ownPhone

interface OwnPhoneProps {
  child: PortalCard
  /** The card has gone along to another phone; what is open now is her guardian's. */
  onGone: (session: PortalSession) => void
}

/** Offers a child who has turned fourteen to take her card along, and asks her what she accepts. */
export function OwnPhone({ child, onGone }: OwnPhoneProps) {
  const [state, setState] = useState<'not' | 'asked' | 'left'>('not')
  return (
    <div className="grid gap-3 border-t border-rule pt-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{words.title(child.name)}</p>
      <p className="text-ink-soft">{words.intro}</p>
      {state === 'asked' ? (
        <Form child={child} onGone={onGone} onCancel={() => setState('left')} />
      ) : (
        <Button
          variant="secondary"
          className="justify-self-start"
          // The focus comes back from the form that took the button's place.
          autoFocus={state === 'left'}
          onClick={() => setState('asked')}
        >
          {words.ask}
        </Button>
      )}
    </div>
  )
}

function Form({ child, onGone, onCancel }: OwnPhoneProps & { onCancel: () => void }) {
  const { whatsapp } = useWays(child.businessId)
  const {
    isPending,
    error: failure,
    start,
  } = useAct(async (said: OwnPhoneSaid) => onGone(await giveOwnPhone(child.id, said)))
  return (
    <OwnPhoneForm
      words={{
        ...words.form,
        ...(isSilent(whatsapp) && words.notLeaving),
        title: words.title(child.name),
        decision: words.decision(child.name),
        promotions: words.promotions(child.businessName),
      }}
      businessId={child.businessId}
      busy={isPending}
      failure={failure}
      notice={
        failure && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )
      }
      onSend={start}
      onCancel={onCancel}
    />
  )
}
