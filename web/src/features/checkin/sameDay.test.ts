import { expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { atRest, checkInReducer } from './checkIn'

const job = { key: 'k', subject: { customerId: 'ana' }, authorized: false, since: 0 }

test.each([
  ['the code', new ApiError('No', 409, 'SAME_DAY_VISIT')],
  ['a status 409 without a code', new ApiError('Conflict', 409, 'HTTP_409')],
  ['a status 409 with a code of its own', new ApiError('Visit exists', 409, 'VISIT_EXISTS')],
  ['the sentence', new ApiError('Ya se registró una visita hoy', 400, 'HTTP_400')],
  ['other Spanish words', new Error('Ya vino el mismo día')],
  ['the English words', new Error('same-day visit')],
])('a second visit of the day is known by %s', (_name, error) => {
  expect(checkInReducer(atRest, { type: 'refused', job, error }).answer.kind).toBe('sameDay')
})

test('another conflict is told in its own words', () => {
  const error = new ApiError('Elige quién es.', 409, 'SEVERAL_CUSTOMERS')
  const { answer } = checkInReducer(atRest, { type: 'refused', job, error })
  expect(answer).toMatchObject({ message: 'No se pudo registrar la visita.', hint: 'Elige quién es.' })
})
