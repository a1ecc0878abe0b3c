import { type FormEvent, useRef, useState } from 'react'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { ApiError } from '@/api/error'
import type { PortalCard, PortalSession } from '@/api/types'
import { errorText } from '@/lib/errors'
import { legalPath } from '@/lib/legalPages'
import { emptyPhone, joinPhone } from '@/lib/phone'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
import { Notice } from '@/ui/Notice'
import { PhoneField } from '@/ui/PhoneField'
import { phoneFault } from '@/ui/phoneFault'
import { giveOwnPhone } from './cards'
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
        <OwnPhoneForm child={child} onGone={onGone} onCancel={() => setState('left')} />
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

function OwnPhoneForm({ child, onGone, onCancel }: OwnPhoneProps & { onCancel: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState({ phone: emptyPhone, privacy: false, whatsapp: false, promotions: false })
  const [missing, setMissing] = useState<{ phone?: string; acceptedPrivacy?: string }>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const refused: Readonly<Record<string, string>> = failure instanceof ApiError ? failure.fieldErrors : {}
  const errors = { ...refused, ...missing }
  useFocusFirstError(form, failure)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const fault = phoneFault(said.phone)
    const absent = {
      ...(fault && { phone: fault }),
      ...(!said.privacy && { acceptedPrivacy: words.missingPrivacy }),
    }
    setMissing(absent)
    setFailure(null)
    if (Object.keys(absent).length > 0) return focusFirstError(form)
    setBusy(true)
    const body = {
      phone: joinPhone(said.phone),
      acceptedPrivacy: said.privacy,
      whatsappOptIn: said.whatsapp,
      acceptedPromotions: said.promotions,
    }
    try {
      onGone(
        await askedOnce(`own phone ${child.id} ${JSON.stringify(body)}`, (key) =>
          askedAgain(() => giveOwnPhone(child.id, body, key)),
        ),
      )
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    setBusy(false)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={words.title(child.name)}
      onSubmit={(event) => void send(event)}
      className="grid gap-3 rounded-box border border-rule p-4"
    >
      <p>{words.byChild(child.name)}</p>
      <PhoneField
        label={words.phone}
        name="ownPhone"
        autoComplete="off"
        autoFocus
        required
        value={said.phone}
        error={errors.phone}
        onChange={(phone) => setSaid({ ...said, phone })}
      />
      <Checkbox
        name="privacy"
        required
        label={
          <>
            {words.privacy}{' '}
            <a
              href={legalPath('privacidad', child.businessId)}
              target="_blank"
              rel="noopener"
              className="font-semibold text-accent underline underline-offset-4"
            >
              {words.privacyLink}
              <span className="sr-only"> {words.newTab}</span>
            </a>
          </>
        }
        checked={said.privacy}
        error={errors.acceptedPrivacy}
        onChange={({ target }) => setSaid({ ...said, privacy: target.checked })}
      />
      <Checkbox
        name="whatsapp"
        label={words.whatsapp}
        checked={said.whatsapp}
        onChange={({ target }) => setSaid({ ...said, whatsapp: target.checked })}
      />
      <Checkbox
        name="promotions"
        label={words.promotions(child.businessName)}
        checked={said.promotions}
        onChange={({ target }) => setSaid({ ...said, promotions: target.checked })}
      />
      {failure && (
        <Notice tone="error" title={words.failed}>
          {errorText(failure)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel={words.submitting}>
          {words.submit}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
