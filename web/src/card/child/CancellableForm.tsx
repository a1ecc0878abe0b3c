import type { FormEvent, ReactNode, RefObject } from 'react'
import { Button } from '@/kit/Button'
import { texts } from './texts'

interface CancellableFormProps {
  form: RefObject<HTMLFormElement | null>
  title: string
  busy: boolean
  submit: string
  submitting: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

export function CancellableForm({
  form,
  title,
  busy,
  submit,
  submitting,
  onSubmit,
  onCancel,
  children,
}: CancellableFormProps) {
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit(event)
      }}
      className="grid gap-4 rounded-box border border-rule p-4 text-left"
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel={submitting}>
          {submit}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
