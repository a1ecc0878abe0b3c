import type { Customer, Tag } from '@/api/types'
import { differs, type EditField, type EditValues, fields, valuesOf } from './editCustomer'

/** A form that is being filled in, and what it began with. */
export interface Editing {
  values: EditValues
  /** What the record says, as far as the form knows. */
  before: EditValues
  /** The version of the record that says so. */
  version: number
  /** What somebody else has changed meanwhile, and the form has taken over. */
  taken: EditField[]
  /** What both have changed, and nobody has decided yet. */
  disputed: EditField[]
}

/** Under which name the tab keeps the form of a customer. */
export function editDraft(customerId: string): string {
  return `customer ${customerId}`
}

/** The form as it opens. */
export function editingOf(customer: Customer, remembered: Tag | null): Editing {
  const values = valuesOf(customer, remembered)
  return { values, before: values, version: customer.version, taken: [], disputed: [] }
}

/** Whether something was typed that the record does not say. */
export function isEdited({ values, before }: Editing): boolean {
  return JSON.stringify(values) !== JSON.stringify(before)
}

/**
 * The form after somebody else has changed the record: what only they changed is taken over, what both changed stays as
 * it is typed until it is decided.
 */
export function met({ values, before, disputed }: Editing, customer: Customer): Editing {
  const now = valuesOf(customer, values.tag || null)
  const theirs = fields.filter((field) => differs(field, now, before))
  const mine = (field: EditField) => differs(field, values, before)
  const taken = theirs.filter((field) => !mine(field))
  const open = fields.filter((field) => mine(field) && (theirs.includes(field) || disputed.includes(field)))
  return {
    values: Object.assign({}, values, ...taken.map((field) => partOf(field, now))),
    before: now,
    version: customer.version,
    taken,
    disputed: open.filter((field) => differs(field, values, now)),
  }
}

/** The form after it was decided what a disputed field says: what the record says by now, or what was typed. */
export function decided(editing: Editing, field: EditField, use: 'theirs' | 'mine'): Editing {
  const { values, before, disputed } = editing
  return {
    ...editing,
    values: use === 'theirs' ? { ...values, ...partOf(field, before) } : values,
    disputed: disputed.filter((open) => open !== field),
  }
}

function partOf(field: EditField, { bonusActive, tag, ...values }: EditValues): Partial<EditValues> {
  return field === 'bonus' ? { bonusActive, tag } : { [field]: values[field] }
}
