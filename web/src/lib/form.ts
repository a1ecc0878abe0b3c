/** Converts each field to the change that is sent. Two values with the same change are equal. */
export type Fields<Values, Changes> = { readonly [Field in keyof Values]: (value: Values[Field]) => Changes }

export function unchangedFields<Values extends object, Changes>(values: Values): Fields<Values, Changes> {
  const entries = Object.keys(values).map((name) => [name, (value: unknown) => ({ [name]: value })])
  return Object.fromEntries(entries) as Fields<Values, Changes>
}

interface Edit<Value> {
  base: Value
  typed: Value
}

export type Edits<Values> = { readonly [Field in keyof Values]?: Edit<Values[Field]> }

export function applyEdit<Values>(
  edits: Edits<Values>,
  savedValues: Values,
  part: Partial<Values>,
): Edits<Values> {
  const next = { ...edits } as { [Field in keyof Values]?: Edit<Values[Field]> }
  for (const field of fieldNames(part)) {
    next[field] = {
      base: edits[field] ? edits[field].base : savedValues[field],
      typed: part[field] as Values[typeof field],
    }
  }
  return next
}

export function currentValues<Values, Changes>(
  fields: Fields<Values, Changes>,
  edits: Edits<Values>,
  savedValues: Values,
): Values {
  const values = { ...savedValues }
  // A draft may have edits of fields that this version of the app no longer has.
  for (const field of fieldNames(fields)) {
    const edit = edits[field]
    if (!edit) continue
    const isUntouched = isSameField(fields, field, edit.typed, edit.base)
    if (!isUntouched || isSameField(fields, field, edit.base, savedValues[field])) values[field] = edit.typed
  }
  return values
}

export function changedFields<Values, Changes>(
  fields: Fields<Values, Changes>,
  edits: Edits<Values>,
  savedValues: Values,
): (keyof Values)[] {
  return fieldNames(fields).filter((field) => {
    const edit = edits[field]
    if (!edit || isSameField(fields, field, edit.typed, edit.base)) return false
    return !isSameField(fields, field, edit.typed, savedValues[field])
  })
}

/** Fields that the user and another user changed differently. */
export function disputedFields<Values, Changes>(
  fields: Fields<Values, Changes>,
  edits: Edits<Values>,
  savedValues: Values,
): (keyof Values)[] {
  return changedFields(fields, edits, savedValues).filter((field) => {
    const edit = edits[field]
    return edit !== undefined && !isSameField(fields, field, edit.base, savedValues[field])
  })
}

/** True if the saved value is one that was sent without a response. Then no other user has changed the field. */
export function isSentValue<Values, Changes>(
  fields: Fields<Values, Changes>,
  unansweredEdits: readonly Edits<Values>[],
  field: keyof Values,
  savedValue: Values[keyof Values],
): boolean {
  return unansweredEdits.some((sentEdits) => {
    const edit = sentEdits[field]
    return edit !== undefined && isSameField(fields, field, edit.typed, savedValue)
  })
}

/** Continues edits from the saved value if it is one that was sent without a response. */
export function rebaseOnSent<Values extends object, Changes>(
  fields: Fields<Values, Changes>,
  unansweredEdits: readonly Edits<Values>[],
  edits: Edits<Values>,
  savedValues: Values,
): Edits<Values> {
  const own = fieldNames(fields).filter(
    (field) => edits[field] && isSentValue(fields, unansweredEdits, field, savedValues[field]),
  )
  const rebasedEntries = own.map((field) => [field, { ...edits[field], base: savedValues[field] }])
  return { ...edits, ...Object.fromEntries(rebasedEntries) }
}

export function buildChanges<Values, Changes extends object>(
  fields: Fields<Values, Changes>,
  edits: Edits<Values>,
  names: readonly (keyof Values)[],
): Changes {
  const changes = {} as Changes
  for (const field of names) {
    const edit = edits[field]
    if (edit) Object.assign(changes, fields[field](edit.typed))
  }
  return changes
}

/** Returns the edits made since `sentEdits`. Those of sent fields continue from the saved values. */
export function editsSince<Values extends object>(
  edits: Edits<Values>,
  sentEdits: Edits<Values>,
  savedValues: Values,
): Edits<Values> {
  const names = fieldNames(edits).filter((field) => edits[field]?.typed !== sentEdits[field]?.typed)
  const rebasedEntries = fieldNames(sentEdits).map((field) => [
    field,
    { ...edits[field], base: savedValues[field] },
  ])
  return pickEdits({ ...edits, ...Object.fromEntries(rebasedEntries) }, names)
}

export function pickEdits<Values>(edits: Edits<Values>, names: readonly (keyof Values)[]): Edits<Values> {
  return Object.fromEntries(names.map((field) => [field, edits[field]])) as Edits<Values>
}

export function isSameField<Values, Changes>(
  fields: Fields<Values, Changes>,
  field: keyof Values,
  one: Values[keyof Values],
  other: Values[keyof Values],
): boolean {
  const toChanges = fields[field] as (value: Values[keyof Values]) => Changes
  return JSON.stringify(toChanges(one)) === JSON.stringify(toChanges(other))
}

export function fieldNames<Values>(
  values: Values | Partial<Values> | Edits<Values> | Fields<Values, unknown>,
): (keyof Values)[] {
  return Object.keys(values as object) as (keyof Values)[]
}
