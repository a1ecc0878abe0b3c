import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts'
import {
  changedFields,
  disputedFields,
  type Edits,
  edited,
  editsSince,
  type Fields,
  picked,
  shown,
} from './form'

interface FormOptions<Values, Changes> {
  fields: Fields<Values, Changes>
  /** What the record says. */
  saved: Values
  /** Where the tab keeps what is typed, over a reload and the next sign-in of the same person. */
  draft?: { form: string; owner: string }
}

/** The state of a form that changes a record: only what was typed is its own, all else follows the record. */
export function useForm<Values extends object, Changes>({
  fields,
  saved,
  draft,
}: FormOptions<Values, Changes>) {
  const [kept] = useState(() => draft && (readDraft(draft.form, draft.owner) as Edits<Values> | undefined))
  const [edits, setEdits] = useState<Edits<Values>>(kept ?? {})
  const [isRestored, setRestored] = useState(kept !== undefined)
  const changed = changedFields(fields, edits, saved)
  const isDirty = changed.length > 0
  const [form, owner] = [draft?.form, draft?.owner]
  useEffect(() => {
    if (form === undefined || owner === undefined) return
    if (isDirty) keepDraft(form, owner, edits)
    else dropDraft(form, owner)
  }, [form, owner, isDirty, edits])
  return {
    values: shown(fields, edits, saved),
    edits,
    changed,
    isDirty,
    disputed: disputedFields(fields, edits, saved),
    /** What is shown was typed before the form opened. */
    isRestored,
    change: (part: Partial<Values>) => setEdits((now) => edited(now, saved, part)),
    /** Settles a disputed field: the record's text holds, or what was typed. */
    decide: (field: keyof Values, use: 'theirs' | 'mine') =>
      setEdits((now) => {
        const { [field]: edit, ...others } = now
        if (use === 'theirs' || !edit) return others as Edits<Values>
        return { ...now, [field]: { ...edit, base: saved[field] } }
      }),
    /** Forgets what was sent. What was typed since stays. */
    settle: (sent: Edits<Values>) => {
      if (draft) dropDraft(draft.form, draft.owner)
      setRestored(false)
      setEdits((now) => editsSince(now, sent))
    },
    /** Forgets all that was typed. */
    reset: () => {
      if (draft) dropDraft(draft.form, draft.owner)
      setRestored(false)
      setEdits(picked(edits, []))
    },
  }
}
