import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useForm } from './useForm'

const faultsIn = ({ name }: { name: string }) => ({ name: name === '' ? 'Falta el nombre.' : undefined })

const open = (refusal: Error | null = null) =>
  renderHook(() => useForm({ savedValues: { name: 'Ana', email: 'ana@x.test' }, faultsIn, refusal })).result

test('shows faults from the first submission on, and again when they reappear', () => {
  const form = open()
  act(() => form.current.change({ name: '' }))
  expect(form.current.errors).toEqual({})
  act(() => void form.current.check())
  expect(form.current.errors).toEqual({ name: 'Falta el nombre.' })
  act(() => form.current.change({ name: 'Eva' }))
  expect(form.current.errors).toEqual({})
  act(() => form.current.change({ name: '' }))
  expect(form.current.errors).toEqual({ name: 'Falta el nombre.' })
})

test('shows additional problems until their field changes', () => {
  const form = open()
  act(() => void form.current.check({ email: 'Está a medias.' }))
  expect(form.current.errors).toEqual({ email: 'Está a medias.' })
  act(() => form.current.change({ email: 'eva@x.test' }))
  expect(form.current.errors).toEqual({})
})

test('counts only fields with another value as changed', () => {
  const form = open()
  act(() => form.current.change({ name: 'Ana', email: 'eva@x.test' }))
  expect(form.current.changedNames).toEqual(['email'])
  act(() => form.current.reset())
  expect(form.current.isDirty).toBe(false)
})

test('shows a server error at its field', () => {
  const form = open(Object.assign(new Error('No'), { fieldErrors: { email: 'Ya existe.' } }))
  expect(form.current.text('email').error).toBe('Ya existe.')
})
