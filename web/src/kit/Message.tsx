import type { ReactNode } from 'react'
import { Notice, type NoticeTone } from './Notice'
import { type LeadingIcon, splitLeadingIcon, TextWithIcon } from './TextWithIcon'

const tones: Record<LeadingIcon, NoticeTone> = { '✅': 'success', '⚠️': 'warning', '❌': 'warning' }

interface MessageProps {
  text: string
  children?: ReactNode
  className?: string
}

/** The icon at the start of the text sets the tone. */
export function Message({ text, children, className }: MessageProps) {
  const { sign } = splitLeadingIcon(text)
  return (
    <Notice tone={sign ? tones[sign] : 'info'} withIcon={!sign} className={className}>
      <TextWithIcon text={text}>{children}</TextWithIcon>
    </Notice>
  )
}
