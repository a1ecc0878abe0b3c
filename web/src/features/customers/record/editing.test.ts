import { expect, test } from 'vitest'
import type { Customer } from '@/api/types'
import { customer } from '@/test/examples'
import type { EditValues } from './editCustomer'
import { decided, editingOf, isEdited, met } from './editing'

const opened = editingOf(customer({ notes: 'Sin navaja.' }), null)

/** The form after something was typed and somebody else has changed the record. */
function meeting(typed: Partial<EditValues>, changed: Partial<Customer>) {
  const editing = { ...opened, values: { ...opened.values, ...typed } }
  return met(editing, customer({ notes: 'Sin navaja.', version: 2, ...changed }))
}

test('what only the other has changed is taken over and named', () => {
  const after = meeting({ notes: 'Con navaja.' }, { email: 'eva@x.test', tag: null, active: false })
  expect(after.taken).toEqual(['email', 'bonus'])
  expect(after.disputed).toEqual([])
  expect(after.values).toMatchObject({ email: 'eva@x.test', bonusActive: false, notes: 'Con navaja.' })
  expect(after.version).toBe(2)
})

test('what both have changed stays as it is typed, until it is decided', () => {
  const after = meeting({ notes: 'Con navaja.' }, { notes: 'Alérgico.' })
  expect(after.taken).toEqual([])
  expect(after.disputed).toEqual(['notes'])
  expect(after.values.notes).toBe('Con navaja.')
  expect(decided(after, 'notes', 'mine')).toMatchObject({ values: { notes: 'Con navaja.' }, disputed: [] })
  expect(decided(after, 'notes', 'theirs')).toMatchObject({ values: { notes: 'Alérgico.' }, disputed: [] })
  expect(isEdited(decided(after, 'notes', 'theirs'))).toBe(false)
})

test('what both have changed to the same is no matter', () => {
  const after = meeting({ email: ' eva@x.test' }, { email: 'eva@x.test' })
  expect(after).toMatchObject({ taken: [], disputed: [] })
})

test('what is undecided stays so when somebody changes something else once more', () => {
  const after = meeting({ notes: 'Con navaja.' }, { notes: 'Alérgico.' })
  const again = met(after, customer({ notes: 'Alérgico.', name: 'Ana Ruiz', version: 3 }))
  expect(again).toMatchObject({ taken: ['name'], disputed: ['notes'], version: 3 })
})
