import { type ReactNode, useState } from 'react'
import { legalPath } from '@/lib/legalPages'
import { emptyPhone, joinPhone } from '@/lib/phone'
import { Checkbox } from '../Checkbox'
import { PhoneField, phoneFault } from '../PhoneField'
import { AskedForm } from './AskedForm'
import { texts } from './texts'
import { useAnswers, type Wrong } from './useAnswers'

/** What a child says who takes her card along to a phone of her own. */
export interface OwnPhoneSaid {
  /** E.164. */
  phone: string
  acceptedPrivacy: boolean
  whatsappOptIn: boolean
  acceptedPromotions: boolean
}

interface OwnPhoneFormProps {
  /** The words of whoever fills it in. */
  words: {
    title: string
    /** Whose decision it is. */
    decision: string
    phone: string
    privacy: string
    whatsapp: string
    /** What is said of messages; absent: nothing. */
    whatsappHelp?: string | undefined
    promotions: string
    submit: string
  }
  businessId: string
  busy: boolean
  /** Why the last try did not succeed; null when there is nothing to say. */
  failure: Error | null
  /** What the server has found wrong, by field. */
  refused: Wrong
  /** What is said of the failure. */
  notice: ReactNode
  onSend: (said: OwnPhoneSaid) => void
  onCancel: () => void
}

/** Asks a child who has turned fourteen for her phone, and what she accepts herself. */
export function OwnPhoneForm({
  words,
  businessId,
  busy,
  failure,
  refused,
  notice,
  onSend,
  onCancel,
}: OwnPhoneFormProps) {
  const { form, errors, isWhole } = useAnswers(failure, refused)
  const [phone, setPhone] = useState(emptyPhone)
  const [said, setSaid] = useState({
    acceptedPrivacy: false,
    whatsappOptIn: false,
    acceptedPromotions: false,
  })
  const submit = () => {
    const fault = phoneFault(phone)
    const absent = {
      ...(fault && { phone: fault }),
      ...(!said.acceptedPrivacy && { acceptedPrivacy: texts.missing.privacy }),
    }
    if (isWhole(absent)) onSend({ phone: joinPhone(phone), ...said })
  }
  return (
    <AskedForm
      form={form}
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
        value={phone}
        error={errors.phone}
        onChange={setPhone}
      />
      <Checkbox
        name="privacy"
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
        checked={said.acceptedPrivacy}
        error={errors.acceptedPrivacy}
        onChange={({ target }) => setSaid({ ...said, acceptedPrivacy: target.checked })}
      />
      <Checkbox
        name="whatsapp"
        label={words.whatsapp}
        help={words.whatsappHelp}
        checked={said.whatsappOptIn}
        onChange={({ target }) => setSaid({ ...said, whatsappOptIn: target.checked })}
      />
      <Checkbox
        name="promotions"
        label={words.promotions}
        checked={said.acceptedPromotions}
        onChange={({ target }) => setSaid({ ...said, acceptedPromotions: target.checked })}
      />
      {notice}
    </AskedForm>
  )
}
