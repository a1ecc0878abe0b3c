import { SpinnerIcon } from '@/ui/Spinner'
import { texts } from './texts'

/** Says that the visit is on its way. It shows itself only when the answer takes long enough to be missed. */
export function Sending({ isSending }: { isSending: boolean }) {
  return (
    <div role="status">
      {isSending && (
        <div className="answer-sending">
          <SpinnerIcon className="size-8" />
          <p className="text-title font-bold">{texts.states.sending}</p>
        </div>
      )}
    </div>
  )
}
