import { Notice, type NoticeTone } from './Notice'

const tones: readonly (readonly [sign: string, tone: NoticeTone])[] = [
  ['✅', 'success'],
  ['⚠️', 'warning'],
  ['❌', 'warning'],
]

/** A sentence that begins with the sign of its tone; the eye gets a drawing in the place of the sign. */
export function Message({ text, className }: { text: string; className?: string }) {
  const [sign, tone] = tones.find(([start]) => text.startsWith(start)) ?? ['', 'info']
  return (
    <Notice tone={tone} className={className}>
      {sign && <span className="sr-only">{sign} </span>}
      {text.slice(sign.length).trimStart()}
    </Notice>
  )
}
