import { Notice, type NoticeTone } from './Notice'
import { type Sign, Signed, takeSign } from './Signed'

const tones: Record<Sign, NoticeTone> = { '✅': 'success', '⚠️': 'warning', '❌': 'warning' }

/** A sentence in the tone of the sign that it begins with; the sign takes the place of the tone's own picture. */
export function Message({ text, className }: { text: string; className?: string }) {
  const { sign } = takeSign(text)
  return (
    <Notice tone={sign ? tones[sign] : 'info'} withIcon={!sign} className={className}>
      <Signed text={text} />
    </Notice>
  )
}
