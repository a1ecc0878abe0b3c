import { type TemporaryPassword, useChoosePassword } from '@/acts/shared/signIn'
import type { SignIn } from '@/api/types'
import { NewPasswordForm } from './NewPasswordForm'
import { texts } from './texts'

interface ChoosePasswordProps {
  temporary: TemporaryPassword
  onSignIn: (signIn: SignIn) => void
}

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
