import { useLeaveConfirmation } from '@/lib/useLeaveConfirmation'
import { RecoveryCodes } from '@/shared/login/RecoveryCodes'
import { texts } from './texts'

export function OwnRecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  useLeaveConfirmation(texts.factor.leave)
  return <RecoveryCodes {...props} />
}
