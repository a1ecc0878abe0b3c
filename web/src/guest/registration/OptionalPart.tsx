import { useId } from 'react'
import type { MessageWays } from '@/api/types'
import { BirthdayField } from '@/card/BirthdayField'
import { GuardianFields } from '@/card/guardian/GuardianFields'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import type { PartProps } from './RequiredPart'
import { texts } from './texts'

interface OptionalPartProps extends PartProps {
  /** The business's name in the question about promotions; null without the question. */
  promotionsOf: string | null
  withGuardian: boolean
  ways: MessageWays
}

export function OptionalPart({ promotionsOf, withGuardian, ways, ...part }: OptionalPartProps) {
  const { draft, problems, change } = part
  return (
    // A focused field scrolls clear of the submit bar.
    <fieldset className="grid gap-5 border-t border-rule pt-4 [&_input]:scroll-mb-[8rem]">
      <legend className="sr-only">{texts.form.more}</legend>
      <p aria-hidden="true" className="font-semibold text-lead">
        {texts.form.more}
      </p>
      <Reachable {...part} />
      {withGuardian && <GuardianFields by="own" value={draft} problems={problems} onChange={change} />}
      <Channels {...part} ways={ways} />
      {promotionsOf && (
        <Checkbox
          name="promotions"
          label={texts.form.promotions(promotionsOf)}
          help={withGuardian ? texts.form.noPromotions : texts.form.promotionsHelp}
          checked={draft.promotions && !withGuardian}
          disabled={withGuardian}
          onChange={({ target }) => change({ promotions: target.checked })}
        />
      )}
    </fieldset>
  )
}

function Reachable({ draft, problems, change }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={texts.form.email}
        name="email"
        type="email"
        autoComplete="email"
        optional
        maxLength={254}
        value={draft.email}
        error={problems.email}
        onChange={({ target }) => change({ email: target.value }, 'email')}
      />
      <BirthdayField
        label={texts.form.birthday}
        optional
        help={texts.form.birthdayHelp}
        value={draft.birthday}
        error={problems.birthday}
        onChange={(birthday) => change({ birthday }, 'birthday')}
      />
    </div>
  )
}

function channelsHelp({ whatsapp, emails }: MessageWays): string {
  const { channelsHelp: help } = texts.form
  if (whatsapp === undefined) return help.unknown
  if (whatsapp === 'ON') return emails ? help.both : help.message
  return emails ? help.email : help.none
}

function Channels({ draft, change, ways }: PartProps & Pick<OptionalPartProps, 'ways'>) {
  const helpId = useId()
  const boxes = [
    ['whatsapp', texts.form.whatsapp],
    ['byEmail', texts.form.byEmail],
    ['sms', texts.form.sms],
  ] as const
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="font-semibold">{texts.form.channels}</legend>
      <p id={helpId} className="text-small text-ink-soft">
        {channelsHelp(ways)}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-5 sm:gap-x-6">
        {boxes.map(([name, label]) => (
          <Checkbox
            key={name}
            name={name}
            label={label}
            checked={draft[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
        ))}
      </div>
    </fieldset>
  )
}
