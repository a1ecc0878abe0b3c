import { type TemporaryPassword, useChoosePassword } from '@/acts/shared/signIn'
import type { SignIn } from '@/api/types'
import { NewPasswordForm } from './NewPasswordForm'
import { texts } from './texts'

interface ChoosePasswordProps {
  temporary: TemporaryPassword
  /** Told of the session that goes on. */
  onSignIn: (signIn: SignIn) => void
}

/** The first thing after signing in with a password that somebody else has given: one's own in its place. */
export function ChoosePassword({ temporary, onSignIn }: ChoosePasswordProps) {
  const choose = useChoosePassword(temporary, onSignIn)
  return (
    <NewPasswordForm
      title={texts.choose.title}
      intro={texts.choose.intro}
      submit={texts.choose.submit}
      act={choose}
    />
  )
}
