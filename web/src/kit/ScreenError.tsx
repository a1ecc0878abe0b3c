import { Button } from './Button'
import { Notice } from './Notice'
import { texts } from './texts'

export function ScreenError() {
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <Notice tone="error" title={texts.broken.title}>
        {texts.broken.detail}
      </Notice>
      <Button onClick={() => window.location.reload()}>{texts.broken.reload}</Button>
    </div>
  )
}
