import type { ReactNode } from 'react'
import { Checkbox } from '@/kit/Checkbox'
import { legalPath } from '@/lib/legalPages'
import { emptyPhone, joinPhone } from '@/lib/phone'
import { type Faults, useForm } from '@/lib/useForm'
import { PhoneField, phoneFault } from '../PhoneField'
import { CancellableForm } from './CancellableForm'
import { texts } from './texts'

export interface OwnPhoneInput {
  /** E.164. */
  phone: string
  acceptedPrivacy: boolean
  whatsappOptIn: boolean
  acceptedPromotions: boolean
}

interface OwnPhoneFormProps {
  words: {
    title: string
    /** The text that says who gives the consents. */
    decision: string
    phone: string
    privacy: string
    whatsapp: string
    whatsappHelp?: string | undefined
    promotions: string
    submit: string
  }
  businessId: string
  busy: boolean
  failure: Error | null
  notice: ReactNode
  onSend: (input: OwnPhoneInput) => void
  onCancel: () => void
}

const emptyInput = {
  phone: emptyPhone,
  acceptedPrivacy: false,
  whatsappOptIn: false,
  acceptedPromotions: false,
}

function faultsIn({ phone, acceptedPrivacy }: typeof emptyInput): Faults {
  return {
    phone: phoneFault(phone),
    acceptedPrivacy: acceptedPrivacy ? undefined : texts.missing.privacy,
  }
}

export function OwnPhoneForm({
  words,
  businessId,
  busy,
  failure,
  notice,
  onSend,
  onCancel,
}: OwnPhoneFormProps) {
  const form = useForm({ savedValues: emptyInput, faultsIn, refusal: failure })
  const submit = () => {
    const { phone, ...consents } = form.values
    if (form.check()) onSend({ phone: joinPhone(phone), ...consents })
  }
  return (
    <CancellableForm
      form={form.element}
      title={words.title}
      busy={busy}
      submit={words.submit}
      submitting={texts.handingOver}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>{words.decision}</p>
      <PhoneField
        label={words.phone}
        name="ownPhone"
        autoComplete="off"
        autoFocus
        required
        {...form.field('phone')}
      />
      <Checkbox
        required
        label={
          <>
            {words.privacy}{' '}
            <a
              href={legalPath('privacidad', businessId)}
              target="_blank"
              rel="noopener"
              className="font-semibold text-accent underline underline-offset-4"
            >
              {texts.privacyLink}
              <span className="sr-only"> {texts.newTab}</span>
            </a>
          </>
        }
        {...form.box('acceptedPrivacy')}
        name="privacy"
      />
      <Checkbox
        label={words.whatsapp}
        help={words.whatsappHelp}
        {...form.box('whatsappOptIn')}
        name="whatsapp"
      />
      <Checkbox label={words.promotions} {...form.box('acceptedPromotions')} name="promotions" />
      {notice}
    </CancellableForm>
  )
}
