import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

export function OpenFailed({ failure }: { failure: Error | null }) {
  if (failure === null) return null
  return (
    <Notice tone="error" title={texts.failed}>
      {errorText(failure)}
    </Notice>
  )
}
