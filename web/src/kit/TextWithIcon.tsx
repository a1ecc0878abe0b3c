import type { ReactNode } from 'react'

interface TextWithIconProps {
  text: string
  children?: ReactNode
}

/**
 * Draws the leading emoji as SVG, because fonts may lack it. The emoji itself stays for screen readers and copying.
 */
export function TextWithIcon({ text, children }: TextWithIconProps) {
  const { sign, words } = splitLeadingIcon(text)
  if (!sign) return children ?? text
  return (
    <span className="signed">
      <IconDrawing sign={sign} />
      <span className="sr-only">{sign} </span>
      {children ?? words}
    </span>
  )
}

function IconDrawing({ sign }: { sign: LeadingIcon }) {
  const { className, strokes } = drawings[sign]
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" data-sign={sign} className={className}>
      {strokes}
    </svg>
  )
}

const drawings: Record<LeadingIcon, { className: string; strokes: ReactNode }> = {
  '✅': {
    className: 'text-accent',
    strokes: (
      <>
        <rect x="1.5" y="1.5" width="21" height="21" rx="4.5" fill="currentColor" />
        <path d="m6.5 12.5 4 4 7-8.5" className="signed-inset" />
      </>
    ),
  },
  '⚠️': {
    className: 'text-caution',
    strokes: (
      <>
        <path d="M12 3.5 2.5 20.5h19z" fill="currentColor" className="signed-edge" />
        <path d="M12 9.5v5M12 18v.01" className="signed-inset" />
      </>
    ),
  },
  '❌': { className: 'text-refused', strokes: <path d="m4 4 16 16M20 4 4 20" className="signed-cross" /> },
}

const signs = ['✅', '⚠️', '❌'] as const

export type LeadingIcon = (typeof signs)[number]

export function splitLeadingIcon(text: string): { sign: LeadingIcon | null; words: string } {
  const sign = signs.find((start) => text.startsWith(start)) ?? null
  return { sign, words: text.slice(sign?.length ?? 0).trimStart() }
}
