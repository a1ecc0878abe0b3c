import { useLeaveConfirmation } from '@/lib/useLeaveConfirmation'
import { RecoveryCodes } from '@/shared/login/RecoveryCodes'
import { texts } from './texts'

/** OwnRecoveryCodes asks before another screen is opened: the codes are shown once. */
export function OwnRecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  useLeaveConfirmation(texts.factor.leave)
  return <RecoveryCodes {...props} />
}
