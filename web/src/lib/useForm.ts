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

export type Faults = Readonly<Partial<Record<string, string | undefined>>>

/** The stored input of a form. It survives page loads and sign-ins. */
interface Draft {
  form: string
  owner: string
}

interface FormOptions<Values, Changes> {
  savedValues: Values
  fields?: Fields<Values, Changes>
  /** Finds invalid fields. They are shown after the first submission. */
  faultsIn?: ((values: Values) => Faults) | undefined
  refusal?: Error | null
  draft?: Draft
  onChange?: () => void
}

/** The state of a form. Fields that the user has not edited show the record's current values. */
export function useForm<Values extends object, Changes extends object = Partial<Values>>(
  options: FormOptions<Values, Changes>,
) {
  const {
    savedValues,
    fields = unchangedFields(savedValues),
    faultsIn,
    refusal = null,
    draft,
    onChange,
  } = options
  const element = useRef<HTMLFormElement>(null)
  const { edits, setEdits, isRestored, forget } = useEdits<Values>(draft)
  /** Additional problems of the last check; null before it. */
  const [foundFaults, setFoundFaults] = useState<Faults | null>(null)
  const values = currentValues(fields, edits, savedValues)
  const changedNames = changedFields(fields, edits, savedValues)
  const isDirty = changedNames.length > 0
  const errors = {
    ...fieldErrorsOf(refusal),
    ...(foundFaults && onlyFaults({ ...faultsIn?.(values), ...onlyFaults(foundFaults) })),
  }
  useFocusFirstError(element, refusal)
  useKeptDraft(draft, isDirty, edits)
  const change = (part: Partial<Values>) => {
    onChange?.()
    setFoundFaults(
      (last) =>
        last && { ...last, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) },
    )
    setEdits((now) => applyEdit(now, savedValues, part))
  }
  return {
    element,
    values,
    edits,
    changedNames,
    isDirty,
    disputes: disputedFields(fields, edits, savedValues),
    isRestored,
    errors,
    change,
    ...bindings(values, errors, change),
    /** Checks the form and focuses the first invalid field. `besides` has additional problems. */
    check: (besides: Faults = {}): boolean => {
      setFoundFaults(besides)
      const isRight = Object.keys(onlyFaults({ ...faultsIn?.(values), ...besides })).length === 0
      if (!isRight) focusFirstError(element)
      return isRight
    },
    /** Resolves a conflict with the record's value (`theirs`) or the typed one (`mine`). */
    decide: (field: keyof Values, use: 'theirs' | 'mine') =>
      setEdits((now) => {
        const { [field]: edit, ...others } = now
        if (use === 'theirs' || !edit) return others as Edits<Values>
        return { ...now, [field]: { ...edit, base: savedValues[field] } }
      }),
    /** Discards the sent edits. Later edits stay, as changes of the now saved values. */
    settle: (sentEdits: Edits<Values>, nowSaved: Values) => {
      forget()
      setEdits((now) => editsSince(now, sentEdits, nowSaved))
    },
    reset: () => {
      forget()
      setFoundFaults(null)
      setEdits(pickEdits(edits, []))
    },
  }
}

function bindings<Values extends object>(
  values: Values,
  errors: Faults,
  change: (part: Partial<Values>) => void,
) {
  const put = (name: keyof Values, value: unknown) =>
    change({ [name]: value } as Partial<Record<keyof Values, unknown>> as Partial<Values>)
  return {
    text: <Field extends keyof Values & string>(name: Field) => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
    }),
    box: <Field extends keyof Values & string>(name: Field) => ({
      name,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: ({ target }: { target: { checked: boolean } }) => put(name, target.checked),
    }),
    field: <Field extends keyof Values & string>(name: Field) => ({
      value: values[name],
      error: errors[name],
      onChange: (value: Values[Field]) => put(name, value),
    }),
  }
}

function useEdits<Values>(draft: Draft | undefined) {
  const [draftEdits] = useState(
    () => draft && (readDraft(draft.form, draft.owner) as Edits<Values> | undefined),
  )
  const [edits, setEdits] = useState<Edits<Values>>(draftEdits ?? {})
  const [isRestored, setRestored] = useState(draftEdits !== undefined)
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

function onlyFaults(faults: Faults): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Record<string, string>
}
