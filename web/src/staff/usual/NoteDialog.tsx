import { useState } from 'react'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { useChangeUsualNote } from '@/acts/staff/usuals'
import { isApiError } from '@/api/error'
import type { Usual, UsualPermission } from '@/api/types'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { texts } from './texts'
import { type OnScan, useScannedCode } from './useScannedCode'

const words = texts.note

interface NoteDialogProps {
  usual: Usual
  /** The consent that the customer has just given; undefined if it was recorded before. */
  permission: UsualPermission | undefined
  /** Handles a QR read into the note. The counter registers the visit of its customer. */
  onScan: OnScan | undefined
  onClose: () => void
}

/** Saves the note. If another device changed it meanwhile, shows that note; a second press replaces it. */
export function NoteDialog({
  usual: { customerId, note, version },
  permission,
  onScan,
  onClose,
}: NoteDialogProps) {
  const form = useForm({ savedValues: { note: note ?? '' }, draft: useDialogDraft(`note of ${customerId}`) })
  const [first] = useState(version)
  const [wasScanned, setScanned] = useState(false)
  useScannedCode((scannedText) => {
    const [typedNote = ''] = form.values.note.split(scannedText.slice(0, 8))
    form.change({ note: typedNote })
    // Scanning closes the dialog, which would lose an unsaved note.
    if (!onScan || typedNote.trim() !== (note ?? '')) return setScanned(true)
    onClose()
    onScan(scannedText, 'reader')
  })
  const save = useChangeUsualNote(customerId, onClose)
  const isDisputed = isApiError(save.error, 'USUAL_CHANGED')
  const submit = () => {
    save.mutate({
      note: form.values.note.trim() || null,
      version: isDisputed ? version : first, // after a conflict, a press replaces the note shown below
      ...(permission && { permission }),
    })
  }
  return (
    <FormDialog
      title={words.title}
      words={{ cancel: words.cancel, submit: words.save, busy: words.saving }}
      busy={save.isPending}
      draft={form}
      onClose={onClose}
      onSubmit={submit}
      result={
        save.error && (
          <Message
            text={`❌ ${errorText(save.error, words.failed)}${isDisputed ? ` ${note === null ? words.nowEmpty : words.now(note)}` : ''}`}
          />
        )
      }
    >
      <TextField
        label={words.label}
        help={words.help}
        autoComplete="off"
        maxLength={160}
        {...form.text('note')}
        error={wasScanned ? words.scanned : undefined}
      />
    </FormDialog>
  )
}
