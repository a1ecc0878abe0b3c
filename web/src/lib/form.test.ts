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
const saved: Values = { name: 'Ana', hours: [] }
const none: Edits<Values> = {}
const typed = applyEdit(none, saved, { name: 'Eva' })

describe('a form of a record', () => {
  it('follows the record in unedited fields', () => {
    expect(currentValues(fields, typed, { name: 'Ana', hours: [{ from: '10:00' }] })).toEqual({
      name: 'Eva',
      hours: [{ from: '10:00' }],
    })
  })

  it('ignores an edit of a field that the form no longer has', () => {
    const edited = { ...typed, nickname: { base: '', typed: 'Evi' } }
    expect(currentValues(fields, edited, saved)).toEqual({ name: 'Eva', hours: [] })
  })

  it('sends only edited fields', () => {
    expect(changedFields(fields, typed, saved)).toEqual(['name'])
    expect(buildChanges(fields, typed, ['name'])).toEqual({ name: 'Eva' })
  })

  it.each([
    ['what the record says already', 'Ana '],
    ['what was typed and taken back', 'Ana'],
  ])('has no changes for %s', (_what, name) => {
    expect(changedFields(fields, applyEdit(typed, saved, { name }), saved)).toEqual([])
  })

  it('follows the record again after an edit is reverted', () => {
    const back = applyEdit(typed, saved, { name: 'Ana ' })
    const since = { ...saved, name: 'Luz' }
    expect(changedFields(fields, back, since)).toEqual([])
    expect(currentValues(fields, back, since).name).toBe('Luz')
  })

  it('reports a conflict for a field that both sides changed to different values', () => {
    expect(disputedFields(fields, typed, { ...saved, name: 'Luz' })).toEqual(['name'])
    expect(disputedFields(fields, typed, { ...saved, name: 'Eva' })).toEqual([])
    expect(disputedFields(fields, typed, { ...saved, hours: [{ from: '10:00' }] })).toEqual([])
  })

  it('keeps edits made after the request was sent', () => {
    const since = applyEdit(typed, saved, { name: 'Eva Gil' })
    const nowSaved = { ...saved, name: 'Eva' }
    const kept = editsSince(since, typed, nowSaved)
    expect(changedFields(fields, kept, nowSaved)).toEqual(['name'])
    expect(disputedFields(fields, kept, nowSaved)).toEqual([])
    expect(editsSince(typed, typed, nowSaved)).toEqual({})
  })

  it('keeps the earlier value that is typed again while another is being saved', () => {
    const nowSaved = { ...saved, name: 'Eva' }
    const kept = editsSince(applyEdit(typed, saved, { name: saved.name }), typed, nowSaved)
    expect(currentValues(fields, kept, nowSaved).name).toBe(saved.name)
    expect(changedFields(fields, kept, nowSaved)).toEqual(['name'])
  })

  it('keeps edits of other fields as they are', () => {
    const hours = [{ from: '11:00' }]
    const kept = editsSince(applyEdit(typed, saved, { hours }), typed, { ...saved, name: 'Eva' })
    expect(kept).toEqual({ hours: { base: saved.hours, typed: hours } })
  })
})
