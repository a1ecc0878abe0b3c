import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts'
import { fieldErrorsOf } from './errors'
import { focusFirstError, useFocusFirstError } from './focusFirstError'
import {
  applyEdit,
  changedFields,
  currentValues,
  disputedFields,
  type Edits,
  editsSince,
  type Fields,
  pickEdits,
  unchangedFields,
} from './form'

/** What is wrong with a form, by field. */
export type Faults = Readonly<Partial<Record<string, string | undefined>>>

/** Where the tab keeps what is typed, over a reload and the next sign-in of the same person. */
interface Draft {
  form: string
  owner: string
}

interface FormOptions<Values, Changes> {
  /** What the record says; of a new one how its form opens. */
  saved: Values
  /** How each field is sent; without it as it is typed. */
  fields?: Fields<Values, Changes>
  /** What is wrong with what is typed: shown at the fields from the first submission on. */
  faultsIn?: ((values: Values) => Faults) | undefined
  /** Why the server refused it last. */
  refusal?: Error | null
  draft?: Draft
  /** Told of each change. */
  onChange?: () => void
}

/** The state of a form: only what was typed is its own, all else follows the record. It knows which fields were changed. */
export function useForm<Values extends object, Changes extends object = Partial<Values>>(
  options: FormOptions<Values, Changes>,
) {
  const { saved, fields = unchangedFields(saved), faultsIn, refusal = null, draft, onChange } = options
  const element = useRef<HTMLFormElement>(null)
  const { edits, setEdits, isRestored, forget } = useEdits<Values>(draft)
  /** What the page found besides when the form was submitted; null before. */
  const [found, setFound] = useState<Faults | null>(null)
  const values = currentValues(fields, edits, saved)
  const changed = changedFields(fields, edits, saved)
  const isDirty = changed.length > 0
  const errors = {
    ...fieldErrorsOf(refusal),
    ...(found && faulty({ ...faultsIn?.(values), ...faulty(found) })),
  }
  useFocusFirstError(element, refusal)
  useKeptDraft(draft, isDirty, edits)
  const change = (part: Partial<Values>) => {
    onChange?.()
    setFound(
      (last) =>
        last && { ...last, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) },
    )
    setEdits((now) => applyEdit(now, saved, part))
  }
  return {
    element,
    values,
    edits,
    changed,
    isDirty,
    disputed: disputedFields(fields, edits, saved),
    /** What is shown was typed before the form opened. */
    isRestored,
    errors,
    change,
    ...bindings(values, errors, change),
    /** Whether nothing is wrong with the form, `besides` what its values say; else the first field that is gets the focus. */
    check: (besides: Faults = {}): boolean => {
      setFound(besides)
      const isRight = Object.keys(faulty({ ...faultsIn?.(values), ...besides })).length === 0
      if (!isRight) focusFirstError(element)
      return isRight
    },
    /** Settles a disputed field: the record's text holds, or what was typed. */
    decide: (field: keyof Values, use: 'theirs' | 'mine') =>
      setEdits((now) => {
        const { [field]: edit, ...others } = now
        if (use === 'theirs' || !edit) return others as Edits<Values>
        return { ...now, [field]: { ...edit, base: saved[field] } }
      }),
    /** Forgets what was sent. What was typed since stays. */
    settle: (sent: Edits<Values>) => {
      forget()
      setEdits((now) => editsSince(now, sent))
    },
    /** Forgets all that was typed. */
    reset: () => {
      forget()
      setFound(null)
      setEdits(pickEdits(edits, []))
    },
  }
}

/** What the controls of a form need of their fields. */
function bindings<Values extends object>(
  values: Values,
  errors: Faults,
  change: (part: Partial<Values>) => void,
) {
  const put = (name: keyof Values, value: unknown) =>
    change({ [name]: value } as Partial<Record<keyof Values, unknown>> as Partial<Values>)
  return {
    /** What a field needs that is typed into. */
    text: <Field extends keyof Values & string>(name: Field) => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
    }),
    /** What a field needs that is ticked. */
    box: <Field extends keyof Values & string>(name: Field) => ({
      name,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: ({ target }: { target: { checked: boolean } }) => put(name, target.checked),
    }),
    /** What a field needs that says its value itself. */
    field: <Field extends keyof Values & string>(name: Field) => ({
      value: values[name],
      error: errors[name],
      onChange: (value: Values[Field]) => put(name, value),
    }),
  }
}

function useEdits<Values>(draft: Draft | undefined) {
  const [kept] = useState(() => draft && (readDraft(draft.form, draft.owner) as Edits<Values> | undefined))
  const [edits, setEdits] = useState<Edits<Values>>(kept ?? {})
  const [isRestored, setRestored] = useState(kept !== undefined)
  const forget = () => {
    if (draft) dropDraft(draft.form, draft.owner)
    setRestored(false)
  }
  return { edits, setEdits, isRestored, forget }
}

function useKeptDraft(draft: Draft | undefined, isDirty: boolean, edits: object): void {
  const { form, owner } = draft ?? {}
  useEffect(() => {
    if (form === undefined || owner === undefined) return
    if (isDirty) keepDraft(form, owner, edits)
    else dropDraft(form, owner)
  }, [form, owner, isDirty, edits])
}

/** The fields of which something is said. */
function faulty(faults: Faults): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Record<string, string>
}
