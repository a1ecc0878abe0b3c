import { Button } from './Button'
import { formTexts as texts } from './formTexts'
import { Notice } from './Notice'

export function DraftRestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const words = texts.restored
  return (
    <Notice tone="info" title={words.title}>
      <p>{words.detail}</p>
      <Button variant="secondary" className="mt-2" onClick={onDiscard}>
        {words.discard}
      </Button>
    </Notice>
  )
}
