import { Button } from './Button'
import { Notice } from './Notice'
import { staffTexts as texts } from './staffTexts'

/** Says that a form opens with what was typed before the session ended or the page was loaded anew. */
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
