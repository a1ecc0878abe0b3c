import { useState } from 'react'
import { giveOwnPhone } from '@/acts/guest/ownCards'
import { useAction } from '@/acts/shared/useAction'
import type { PortalCard, PortalSession } from '@/api/types'
import { OwnPhoneForm, type OwnPhoneInput } from '@/card/child/OwnPhoneForm'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { isNotSending } from '@/lib/whatsapp'
import { useSignInWays } from '../signin/useSignInWays'
import { texts } from './texts'

const words = texts.ownPhone

interface OwnPhoneProps {
  child: PortalCard
  onGone: (session: PortalSession) => void
}

/** Lets a child of fourteen or older take over their card, with their own consents. */
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
          // After the form closes, the focus returns to this button.
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
  const { whatsapp } = useSignInWays(child.businessId)
  const {
    isPending,
    error: failure,
    start,
  } = useAction(async (input: OwnPhoneInput) => onGone(await giveOwnPhone(child.id, input)))
  return (
    <OwnPhoneForm
      words={{
        ...words.form,
        ...(isNotSending(whatsapp) && words.notLeaving),
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
