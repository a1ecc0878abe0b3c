import { isApiError } from '@/api/error'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { texts } from './texts'

/** Says that a list did not come, and offers to ask again. */
export function LoadFailed({
  error,
  message,
  onRetry,
}: {
  error: unknown
  message: string
  onRetry: () => unknown
}) {
  const offline = isApiError(error) && error.status === 0
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="error">{offline ? texts.offline : message}</Notice>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {texts.retry}
      </Button>
    </div>
  )
}
