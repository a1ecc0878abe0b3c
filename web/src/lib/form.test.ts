import { describe, expect, it } from 'vitest'
import {
  applyEdit,
  buildChanges,
  changedFields,
  currentValues,
  disputedFields,
  type Edits,
  editsSince,
} from './form'

interface Values {
  name: string
  hours: { from: string }[]
}
interface Changes {
  name?: string | null
  hours?: { from: string }[]
}

const fields = {
  name: (name: string): Changes => ({ name: name.trim() || null }),
  hours: (hours: { from: string }[]): Changes => ({ hours }),
}
const record: Values = { name: 'Ana', hours: [] }
const none: Edits<Values> = {}
const edits = applyEdit(none, record, { name: 'Eva' })

describe('a form of a record', () => {
  it('follows the record in unedited fields', () => {
    expect(currentValues(fields, edits, { name: 'Ana', hours: [{ from: '10:00' }] })).toEqual({
      name: 'Eva',
      hours: [{ from: '10:00' }],
    })
  })

  it('ignores an edit of a field that the form no longer has', () => {
    const strayEdits = { ...edits, nickname: { base: '', typed: 'Evi' } }
    expect(currentValues(fields, strayEdits, record)).toEqual({ name: 'Eva', hours: [] })
  })

  it('sends only edited fields', () => {
    expect(changedFields(fields, edits, record)).toEqual(['name'])
    expect(buildChanges(fields, edits, ['name'])).toEqual({ name: 'Eva' })
  })

  it.each([
    ['what the record says already', 'Ana '],
    ['what was typed and taken back', 'Ana'],
  ])('has no changes for %s', (_what, name) => {
    expect(changedFields(fields, applyEdit(edits, record, { name }), record)).toEqual([])
  })

  it('follows the record again after an edit is reverted', () => {
    const back = applyEdit(edits, record, { name: 'Ana ' })
    const since = { ...record, name: 'Luz' }
    expect(changedFields(fields, back, since)).toEqual([])
    expect(currentValues(fields, back, since).name).toBe('Luz')
  })

  it('reports a conflict for a field that both sides changed to different values', () => {
    expect(disputedFields(fields, edits, { ...record, name: 'Luz' })).toEqual(['name'])
    expect(disputedFields(fields, edits, { ...record, name: 'Eva' })).toEqual([])
    expect(disputedFields(fields, edits, { ...record, hours: [{ from: '10:00' }] })).toEqual([])
  })

  it('keeps edits made after the request was sent', () => {
    const since = applyEdit(edits, record, { name: 'Eva Gil' })
    const nowSaved = { ...record, name: 'Eva' }
    const remainingEdits = editsSince(since, edits, nowSaved)
    expect(changedFields(fields, remainingEdits, nowSaved)).toEqual(['name'])
    expect(disputedFields(fields, remainingEdits, nowSaved)).toEqual([])
    expect(editsSince(edits, edits, nowSaved)).toEqual({})
  })

  it('keeps the earlier value that is typed again while another is being saved', () => {
    const nowSaved = { ...record, name: 'Eva' }
    const remainingEdits = editsSince(applyEdit(edits, record, { name: record.name }), edits, nowSaved)
    expect(currentValues(fields, remainingEdits, nowSaved).name).toBe(record.name)
    expect(changedFields(fields, remainingEdits, nowSaved)).toEqual(['name'])
  })

  it('keeps edits of other fields as they are', () => {
    const hours = [{ from: '11:00' }]
    const remainingEdits = editsSince(applyEdit(edits, record, { hours }), edits, { ...record, name: 'Eva' })
    expect(remainingEdits).toEqual({ hours: { base: record.hours, typed: hours } })
  })
})
