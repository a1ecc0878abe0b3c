import { Button } from './Button'
import { Notice } from './Notice'
import { staffTexts as texts } from './staffTexts'

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
