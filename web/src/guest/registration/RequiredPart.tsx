import { PhoneField } from '@/card/PhoneField'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import type { Draft, Problems } from './form'
import { PrivacyLink } from './PrivacyLink'
import { texts } from './texts'

export interface PartProps {
  draft: Draft
  problems: Problems
  change: (part: Partial<Draft>, field?: keyof Problems) => void
}

/** Required fields, close together so that they fit the screen. */
export function RequiredPart({ businessId, draft, problems, change }: PartProps & { businessId: string }) {
  return (
    <div className="grid gap-3 sm:gap-5">
      <TextField
        label={texts.form.name}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="go"
        required
        maxLength={120}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value }, 'name')}
      />
      <PhoneField
        label={texts.form.phone}
        name="phone"
        enterKeyHint="go"
        required
        help={texts.form.phoneHelp}
        value={draft.phone}
        error={problems.phone}
        onChange={(phone) => change({ phone }, 'phone')}
      />
      <Checkbox
        name="privacy"
        required
        label={
          <>
            {texts.form.privacy} <PrivacyLink businessId={businessId}>{texts.form.privacyLink}</PrivacyLink>
          </>
        }
        checked={draft.privacy}
        error={problems.acceptedPrivacy}
        onChange={({ target }) => change({ privacy: target.checked }, 'acceptedPrivacy')}
      />
    </div>
  )
}
