import { BirthdayField } from '@/card/BirthdayField'
import { inBrowser } from '@/lib/inBrowser'
import { ReleasePhone } from '../ReleasePhone'
import { texts } from '../texts'

const words = texts.signIn.birthdayAsked

interface BirthdayQuestionProps {
  birthday: string
  error: string | undefined
  onChange: (birthday: string) => void
  release: () => Promise<unknown>
  onReleased: () => void
}

export function BirthdayQuestion({ birthday, error, onChange, release, onReleased }: BirthdayQuestionProps) {
  return (
    <>
      <BirthdayField
        label={texts.signIn.birthday}
        required
        help={words.help}
        value={birthday}
        error={error}
        onChange={onChange}
      />
      {inBrowser && <ReleasePhone label={words.notMe} release={release} onReleased={onReleased} />}
    </>
  )
}
