import { Notice, type NoticeTone } from './Notice'
import { type Sign, takeSign } from './signs'

const tones: Record<Sign, NoticeTone> = { '✅': 'success', '⚠️': 'warning', '❌': 'warning' }

/** A sentence that begins with the sign of its tone; the eye gets a drawing in the place of the sign. */
export function Message({ text, className }: { text: string; className?: string }) {
  const { sign, words } = takeSign(text)
  return (
    <Notice tone={sign ? tones[sign] : 'info'} className={className}>
      {sign && <span className="sr-only">{sign} </span>}
      {words}
    </Notice>
  )
}
