import { type KeyboardEvent, useEffect } from 'react'
import { useDraftState } from '@/acts/staff/useDialogDraft'
import { VisitNote } from '@/card/VisitNote'
import type { CounterController } from './useCounter'

interface CounterNoteProps {
  customerId: string
  counter: CounterController
  onChange: (note: string) => void
}

/** The note of the next visit. It survives a lapsed session. */
export function CounterNote({ customerId, counter, onChange }: CounterNoteProps) {
  const [note, setNote] = useDraftState(`note of a visit of ${customerId}`, '')
  useEffect(() => onChange(note), [onChange, note])
  // A USB reader types the next customer's QR where the focus is, and Enter or Tab behind it.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (/^(Enter|Tab)$/.test(key) && /customerId|\/customers\//i.test(note)) counter.scan(note, 'reader')
  }
  return <VisitNote value={note} onChange={setNote} onKeyDown={onKeyDown} />
}
