import type { ReactNode } from 'react'
import { Notice, type NoticeTone } from './Notice'
import { type LeadingIcon, splitLeadingIcon, TextWithIcon } from './TextWithIcon'

const tones: Record<LeadingIcon, NoticeTone> = { '✅': 'success', '⚠️': 'warning', '❌': 'warning' }

interface MessageProps {
  text: string
  /** The words without the sign, where they are more than text. */
  children?: ReactNode
  className?: string
}

/** A sentence in the tone of the sign that it begins with; the sign takes the place of the tone's own picture. */
export function Message({ text, children, className }: MessageProps) {
  const { sign } = splitLeadingIcon(text)
  return (
    <Notice tone={sign ? tones[sign] : 'info'} withIcon={!sign} className={className}>
      <TextWithIcon text={text}>{children}</TextWithIcon>
    </Notice>
  )
}
