import { Check, Gift, ScanLine, TriangleAlert, User, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Head } from './panel'
import { toneEmoji } from './texts'

/** In the place of ✅, ⚠️ and ❌ their drawings; what is owed keeps its own, and has the sign of what was done in the line. */
const marks = {
  plain: User,
  success: Check,
  owed: Gift,
  warning: TriangleAlert,
  error: X,
} as const

/** From so many letters on a name is written smaller: what is owed has to stay in sight. */
const longName = 32

interface AnswerHeadProps {
  head: Head
  /** Grows with every answer, so that the same words twice are read out twice. */
  serial: number
  idle: boolean
  /** What takes it back, while that is possible. */
  undo: ReactNode
}

/** What happened and to whom, at arm's length; read out when it changes. */
export function AnswerHead({ head, serial, idle, undo }: AnswerHeadProps) {
  const isQuiet = head.tone === 'owed' && !head.isDone
  const Mark = idle ? ScanLine : marks[head.tone]
  return (
    <header className="answer-head">
      <span className="answer-mark">
        <Mark key={serial} aria-hidden="true" />
      </span>
      <div
        role="status"
        aria-live={head.tone === 'error' ? 'assertive' : 'polite'}
        aria-atomic="true"
        className="min-w-0"
      >
        <div key={serial}>
          <p className={head.name === null ? 'answer-message-alone' : 'answer-message'}>
            {head.tone === 'owed' && head.isDone && <Check aria-hidden="true" className="answer-sign" />}
            <span className="sr-only">{isQuiet ? '' : toneEmoji[head.tone]}</span>
            {head.message}
          </p>
          {head.name !== null && (
            <h2 translate="no" className="answer-name" data-long={head.name.length > longName || undefined}>
              {head.name}
            </h2>
          )}
          <p className="sr-only">{head.summary}</p>
        </div>
      </div>
      {undo}
    </header>
  )
}
