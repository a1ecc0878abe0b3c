import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '@/api/error'
import {
  buildChanges,
  changedFields,
  disputedFields,
  type Edits,
  type Fields,
  fieldNames,
  isSameField,
  pickEdits,
} from '@/lib/form'
import { type Faults, useForm } from '@/lib/useForm'

/** A record that people change, with the version that says which one was seen. */
interface Versioned {
  /** Missing where a server has none. */
  version?: number
}

interface SavedFormOptions<Row extends Versioned, Values extends object, Changes extends object> {
  row: Row
  valuesOf: (row: Row) => Values
  fields: Fields<Values, Changes>
  /** Saves changes to the version that was seen. */
  send: (changes: Changes, version: number) => Promise<Row>
  /** The code of the refusal of another version. */
  conflict: string
  /** Reads the record after such a refusal. */
  reread: () => Promise<Row>
  /** Shows the record as it is by now; called before the form forgets what was sent. */
  onRow: (row: Row) => void
  onSaved?: (outcome: SaveOutcome<Row, Values>) => void
  draft?: { form: string; owner: string }
  /** What is wrong with what is typed. */
  faultsIn?: ((values: Values) => Faults) | undefined
  /** Why a step before saving was refused. */
  refusal?: Error | null
  onChange?: () => void
}

/** What is to be saved. */
interface SaveRequest<Values, Changes> {
  edits: Edits<Values>
  /** What is sent beside the fields. */
  extra?: Partial<Changes>
  /** Fields about which somebody was asked before: another value of theirs asks again. */
  confirmed?: readonly (keyof Values)[]
}

/** What came of saving. */
export interface SaveOutcome<Row, Values> {
  row: Row
  /** Whether something was saved. */
  isSaved: boolean
  /** What others have changed meanwhile, and nobody here. */
  taken: (keyof Values)[]
  /** What both have changed: not saved, somebody has to choose. */
  disputed: (keyof Values)[]
  /** The edits that the record has by now. */
  settled: Edits<Values>
  /** Nothing was saved: what was confirmed is no longer what would happen. */
  isOvertaken: boolean
}

/** How often a change is sent again to a version that others have made meanwhile. */
const attempts = 4

/** A form of a record. It sends what was changed with the version that was seen, and never overwrites the change of another. */
export function useSavedForm<Row extends Versioned, Values extends object, Changes extends object>(
  saving: SavedFormOptions<Row, Values, Changes>,
) {
  const { row, valuesOf, fields, faultsIn, draft, onRow, onSaved } = saving
  const save = useMutation({
    mutationFn: (request: SaveRequest<Values, Changes>) => saveEdits(saving, request),
    onSuccess: (outcome) => {
      onRow(outcome.row)
      form.settle(outcome.settled)
      onSaved?.(outcome)
    },
  })
  const [isUnchanged, setUnchanged] = useState(false)
  const form = useForm<Values, Changes>({
    fields,
    saved: valuesOf(row),
    faultsIn,
    refusal: save.error ?? saving.refusal ?? null,
    ...(draft && { draft }),
    onChange: () => {
      setUnchanged(false)
      if (!save.isPending) save.reset()
      saving.onChange?.()
    },
  })
  return {
    ...form,
    saved: valuesOf(row),
    save,
    /** Saving was asked for, and nothing was changed. */
    isUnchanged,
    /** Saves what was changed, unless a save is under way or a choice has to be made before. */
    submit: (request: Omit<SaveRequest<Values, Changes>, 'edits'> = {}) => {
      if (save.isPending) return
      setUnchanged(!form.isDirty && !request.extra)
      if (form.isDirty || request.extra) save.mutate({ ...request, edits: form.edits })
      else save.reset()
    },
  }
}

async function saveEdits<Row extends Versioned, Values extends object, Changes extends object>(
  { row: first, valuesOf, fields, send, conflict, reread }: SavedFormOptions<Row, Values, Changes>,
  { edits, extra, confirmed = [] }: SaveRequest<Values, Changes>,
): Promise<SaveOutcome<Row, Values>> {
  const seen = valuesOf(first)
  for (let row = first, tries = 1; ; tries++) {
    const now = valuesOf(row)
    const theirs = fieldNames(now).filter((field) => !isSameField(fields, field, seen[field], now[field]))
    const disputed = disputedFields(fields, edits, now)
    const mine = changedFields(fields, edits, now).filter((field) => !disputed.includes(field))
    const outcome = {
      row,
      isSaved: disputed.length === 0,
      taken: theirs.filter((field) => edits[field] === undefined),
      disputed,
      settled: pickEdits(
        edits,
        fieldNames(edits).filter((field) => !disputed.includes(field)),
      ),
      isOvertaken: false,
    }
    const isMineToo = (field: keyof Values) => edits[field] !== undefined && !disputed.includes(field)
    if (theirs.some((field) => confirmed.includes(field) && !isMineToo(field))) {
      return { ...outcome, isSaved: false, isOvertaken: true, settled: {} }
    }
    const changes = { ...buildChanges(fields, edits, mine), ...(disputed.length === 0 && extra) }
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
