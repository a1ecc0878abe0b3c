import { NotebookPen } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '@/kit/Button'
import { TextField } from '@/kit/TextField'
import { staffTexts as texts } from './staffTexts'

interface VisitNoteProps {
  value: string
  onChange: (note: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

export function VisitNote({ value, onChange, onKeyDown }: VisitNoteProps) {
  const [open, setOpen] = useState(false)
  if (!open && value === '') {
    return (
      <Button
        variant="quiet"
        className="justify-self-start px-2!"
        icon={<NotebookPen aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        {texts.visitNote.add}
      </Button>
    )
  }
  return (
    <TextField
      label={texts.visitNote.label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      maxLength={200}
      autoFocus={open}
      optional
    />
  )
}
