import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isApiError, isOutcomeUnknown } from '@/api/error'
import {
  buildChanges,
  changedFields,
  disputedFields,
  type Edits,
  editsSince,
  type Fields,
  fieldNames,
  isSameField,
  isSentValue,
  pickEdits,
  rebaseOnSent,
} from '@/lib/form'
import { type Faults, useForm } from '@/lib/useForm'
import { useAct } from './useAct'

interface VersionedRow {
  /** Absent on servers without versions. */
  version?: number
}

interface SavedFormOptions<Row extends VersionedRow, Values extends object, Changes extends object> {
  row: Row
  valuesOf: (row: Row) => Values
  fields: Fields<Values, Changes>
  /** Saves if `version` is still current. */
  send: (changes: Changes, version: number) => Promise<Row>
  conflict: string
  reread: () => Promise<Row>
  /** Called with the latest row before the form discards its edits. */
  onRow: (row: Row) => void
  onSaved?: (outcome: SaveOutcome<Row, Values>) => void
  draft?: { form: string; owner: string }
  faultsIn?: ((values: Values) => Faults) | undefined
  /** The error of a step before saving. */
  refusal?: Error | null
  onChange?: () => void
}

interface SaveRequest<Values, Changes> {
  edits: Edits<Values>
  extra?: Partial<Changes>
  /** Fields whose conflict the user has resolved. A still newer change by another user is a new conflict. */
  confirmedFields?: readonly (keyof Values)[]
}

interface UnansweredEdits<Values> {
  /** Edits that were sent without a response. The server may have saved them. */
  unansweredEdits: readonly Edits<Values>[]
}

export interface SaveOutcome<Row, Values> {
  row: Row
  isSaved: boolean
  /** Fields that only another user has changed. The form shows their new value. */
  takenFields: (keyof Values)[]
  /** Fields that both users have changed. They are not saved; the user chooses a value. */
  disputes: (keyof Values)[]
  /** Edits that the form discards: all but the disputed ones. */
  settledEdits: Edits<Values>
  /** True if another user has changed a confirmed field again. Then nothing was saved. */
  isOvertaken: boolean
  /** True if the user edited a field during the save. The form keeps that edit. */
  isEditedSince: boolean
}

/** The maximum number of tries. A try fails if another user has saved a newer version meanwhile. */
const attempts = 4

/** A form of a versioned record. It sends only changed fields and never overwrites another user's change. */
export function useSavedForm<Row extends VersionedRow, Values extends object, Changes extends object>(
  saving: SavedFormOptions<Row, Values, Changes>,
) {
  const { row, valuesOf, fields, faultsIn, draft, onRow, onSaved } = saving
  const savedValues = valuesOf(row)
  const [unansweredEdits, setUnansweredEdits] = useState<readonly Edits<Values>[]>([])
  const save = useAct({
    mutationFn: (request: SaveRequest<Values, Changes>) => saveEdits(saving, { ...request, unansweredEdits }),
    onError: (error, { edits }) => {
      if (isOutcomeUnknown(error)) setUnansweredEdits([...unansweredEdits, edits])
    },
    onSuccess: (outcome) => {
      setUnansweredEdits([])
      const nowSaved = valuesOf(outcome.row)
      const laterEdits = editsSince(latest.current, outcome.settledEdits, nowSaved)
      onRow(outcome.row)
      form.settle(outcome.settledEdits, nowSaved)
      onSaved?.({ ...outcome, isEditedSince: changedFields(fields, laterEdits, nowSaved).length > 0 })
    },
  })
  const [isUnchanged, setUnchanged] = useState(false)
  const form = useForm<Values, Changes>({
    fields,
    savedValues,
    faultsIn,
    refusal: save.error ?? saving.refusal ?? null,
    ...(draft && { draft }),
    onChange: () => {
      setUnchanged(false)
      if (!save.isPending) save.reset()
      saving.onChange?.()
    },
  })
  const latest = useRef(form.edits)
  useEffect(() => {
    latest.current = form.edits
  })
  useLayoutEffect(() => {
    // Otherwise, if the user types the former value again, the form would not see an edit.
    for (const field of fieldNames(fields)) {
      const edit = form.edits[field]
      const isOwn = edit && isSentValue(fields, unansweredEdits, field, savedValues[field])
      if (isOwn && !isSameField(fields, field, edit.base, savedValues[field])) form.decide(field, 'mine')
    }
  })
  return {
    ...form,
    savedValues,
    save,
    /** True after a submit without a change. */
    isUnchanged,
    /** Does nothing while a save runs. */
    submit: (request: Omit<SaveRequest<Values, Changes>, 'edits'> = {}) => {
      if (save.isPending) return
      // Without a response, the record may have a value that the user has taken back since.
      const mayDiffer = form.isDirty || request.extra || unansweredEdits.length > 0
      setUnchanged(!mayDiffer)
      if (mayDiffer) save.mutate({ ...request, edits: form.edits })
      else save.reset()
    },
  }
}

async function saveEdits<Row extends VersionedRow, Values extends object, Changes extends object>(
  { row: first, valuesOf, fields, send, conflict, reread }: SavedFormOptions<Row, Values, Changes>,
  {
    edits,
    extra,
    confirmedFields = [],
    unansweredEdits,
  }: SaveRequest<Values, Changes> & UnansweredEdits<Values>,
): Promise<SaveOutcome<Row, Values>> {
  const loadedValues = valuesOf(first)
  let row = unansweredEdits.length > 0 ? await reread() : first
  for (let tries = 1; ; tries++) {
    const now = valuesOf(row)
    const current = rebaseOnSent(fields, unansweredEdits, edits, now)
    const theirs = fieldNames(now).filter(
      (field) =>
        !isSameField(fields, field, loadedValues[field], now[field]) &&
        !isSentValue(fields, unansweredEdits, field, now[field]),
    )
    const disputes = disputedFields(fields, current, now)
    const mine = changedFields(fields, current, now).filter((field) => !disputes.includes(field))
    const outcome = {
      row,
      isSaved: disputes.length === 0,
      takenFields: theirs.filter((field) => edits[field] === undefined),
      disputes,
      settledEdits: pickEdits(
        edits,
        fieldNames(edits).filter((field) => !disputes.includes(field)),
      ),
      isOvertaken: false,
      isEditedSince: false,
    }
    const isMineToo = (field: keyof Values) => edits[field] !== undefined && !disputes.includes(field)
    if (theirs.some((field) => confirmedFields.includes(field) && !isMineToo(field))) {
      return { ...outcome, isSaved: false, isOvertaken: true, settledEdits: {} }
    }
    const changes = { ...buildChanges(fields, edits, mine), ...(disputes.length === 0 && extra) }
    if (Object.keys(changes).length === 0) return outcome
    try {
      return { ...outcome, row: await send(changes as Changes, row.version ?? 0), isSaved: true }
    } catch (error) {
      if (!isApiError(error, conflict) || tries === attempts) throw error
      row = await reread().catch(() => {
        throw error
      })
    }
  }
}
