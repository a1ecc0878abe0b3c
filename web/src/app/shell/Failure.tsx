import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { texts } from '../texts'

/** What is shown when a screen breaks. */
export function Failure() {
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <Notice tone="error" title={texts.failed.title}>
        {texts.failed.detail}
      </Notice>
      <Button onClick={() => window.location.reload()}>{texts.failed.reload}</Button>
    </div>
  )
}
