import { expect, test } from 'vitest'
import { toRefusal } from '@/acts/staff/outbox/waitingVisit'
import { ApiError } from '@/api/error'
import { waitingVisit } from '@/test/visitStore'
import { counterReducer, initialState } from './counterState'

const after = (error: ApiError) => {
  const visit = waitingVisit()
  const put = counterReducer(initialState, { type: 'put', visit })
  return counterReducer(put, { type: 'refused', visit, refusal: toRefusal(error) }).answer
}

// Spec: states-13
test.each([
  ['the code', new ApiError('No', 409, 'SAME_DAY_VISIT')],
  ['a status 409 without a code', new ApiError('Conflict', 409, 'HTTP_409')],
  ['a status 409 with a code of its own', new ApiError('Visit exists', 409, 'VISIT_EXISTS')],
  ['the sentence', new ApiError('Ya se registró una visita hoy', 400, 'HTTP_400')],
  ['other Spanish words', new ApiError('Ya vino el mismo día', 400, 'HTTP_400')],
  ['the English words', new ApiError('same-day visit', 400, 'HTTP_400')],
])('a second visit of the day is recognized by %s', (_name, error) => {
  expect(after(error).kind).toBe('sameDay')
})

test("a temporary password shows the server's message", () => {
  const error = new ApiError('Tu contraseña es temporal.', 409, 'PASSWORD_CHANGE_REQUIRED')
  expect(after(error)).toMatchObject({ kind: 'problem', hint: 'Tu contraseña es temporal.' })
})

test("several customers with one phone show the server's message", () => {
  const error = new ApiError('Elige quién es.', 409, 'SEVERAL_CUSTOMERS')
  expect(after(error)).toMatchObject({ message: 'No se pudo registrar la visita.', hint: 'Elige quién es.' })
})
