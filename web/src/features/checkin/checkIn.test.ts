import { describe, expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { atRest, type CheckInAct, checkInReducer, customerIn, redeemRefusal, searchProblem } from './checkIn'
import type { VisitJob } from './visitQueue'

const byId: VisitJob = { key: 'k', subject: { customerId: 'ana' }, authorized: false, since: 0 }
const byPhone: VisitJob = { key: 'k', subject: { phone: '612345678' }, authorized: false, since: 0 }
const authorised: VisitJob = { ...byId, authorized: true }

const lost = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const sameDay = new ApiError(
  'Ya se registró una visita hoy',
  409,
  'SAME_DAY_VISIT',
  {},
  null,
  'Podrá registrarse mañana a partir de las 00:00.',
)

const stateAfter = (...acts: CheckInAct[]) => acts.reduce(checkInReducer, atRest)

const registered = (customerId: string, customerName: string): CheckInAct => ({
  type: 'registered',
  job: byId,
  visit: { id: `visit of ${customerId}`, customerId, customerName } as RegisteredVisit,
  at: 0,
})

describe('a visit', () => {
  test('registered shows whose it is, and she is remembered once', () => {
    const state = stateAfter(registered('ana', 'Ana'), registered('luis', 'Luis'), registered('ana', 'Ana'))
    expect(state.answer).toEqual({ kind: 'registered', customerId: 'ana', name: 'Ana' })
    expect(state.passed.map(({ name }) => name)).toEqual(['Ana', 'Luis'])
  })

  test('of the same day says from when the next is possible', () => {
    const { answer } = stateAfter({ type: 'refused', job: byId, error: sameDay })
    expect(answer).toEqual({
      kind: 'sameDay',
      customerId: 'ana',
      phone: null,
      hint: 'Podrá registrarse mañana a partir de las 00:00.',
    })
  })

  test('of the same day is known by its words too', () => {
    const error = new ApiError('Ya se registró una visita hoy.', 400, 'HTTP_400')
    expect(stateAfter({ type: 'refused', job: byId, error }).answer.kind).toBe('sameDay')
  })

  test('of the same day by phone learns later whose it is, and of no other phone', () => {
    const state = stateAfter({ type: 'refused', job: byPhone, error: sameDay })
    expect(customerIn(state.answer)).toBeNull()
    const whose = (phone: string) => checkInReducer(state, { type: 'whose', phone, customerId: 'ana' })
    expect(customerIn(whose('699999999').answer)).toBeNull()
    expect(customerIn(whose('612345678').answer)).toBe('ana')
  })

  test('of somebody unknown is a warning', () => {
    const error = new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND')
    const { answer } = stateAfter({ type: 'refused', job: byId, error })
    expect(answer).toMatchObject({ kind: 'problem', tone: 'warning', message: 'No se encontró el cliente.' })
  })

  test.each([
    ['a scan', byId, 'No se pudo registrar la visita.'],
    ['a phone', byPhone, 'No se pudo registrar por teléfono.'],
    ['an authorised visit', authorised, 'No se pudo registrar la visita adicional.'],
  ])('refused for %s says so with the reason', (_name, job, message) => {
    const error = new ApiError('Revisa los campos.', 422, 'VALIDATION', {
      phone: 'El teléfono no es válido.',
    })
    const { answer } = stateAfter({ type: 'refused', job, error })
    expect(answer).toMatchObject({ tone: 'error', message, hint: 'El teléfono no es válido.', stuck: false })
  })

  test('without an answer stays open until it is sent again or given up', () => {
    const stuck = stateAfter(
      { type: 'unanswered', job: byId, error: lost },
      { type: 'open', customerId: 'luis' },
    )
    expect(stuck.stuck).toEqual(byId)
    expect(checkInReducer(stuck, { type: 'sending', job: byId, attempt: 1 }).stuck).toBeNull()
    expect(checkInReducer(stuck, { type: 'discarded' }).stuck).toBeNull()
  })

  test('under way leaves the answer before it standing', () => {
    const state = stateAfter(registered('ana', 'Ana'), { type: 'sending', job: byId, attempt: 2 })
    expect(state).toMatchObject({ sending: 2, answer: { name: 'Ana' } })
    expect(checkInReducer(state, registered('luis', 'Luis')).sending).toBe(0)
  })

  test('without an answer can be retried', () => {
    const { answer } = stateAfter({ type: 'unanswered', job: byId, error: lost })
    expect(answer).toMatchObject({ tone: 'error', message: 'No se pudo registrar la visita.', stuck: true })
  })
})

test('the same words twice are two answers', () => {
  const refused: CheckInAct = { type: 'refused', job: byId, error: sameDay }
  expect(stateAfter(refused, refused).serial).toBe(2)
})

test('a further customer starts without the redemption of the one before', () => {
  const state = stateAfter(
    registered('ana', 'Ana'),
    { type: 'redeemed', customerId: 'ana', kind: 'FREE' },
    registered('luis', 'Luis'),
  )
  expect(state.redemption).toEqual({ state: 'none' })
})

test.each([
  { type: 'redeemed', customerId: 'ana', kind: 'FREE' },
  { type: 'notRedeemed', customerId: 'ana', message: 'No' },
] as const)('a $type that comes late is not told of the customer who is shown by then', (late) => {
  const shown = stateAfter(registered('ana', 'Ana'), registered('luis', 'Luis'))
  expect(checkInReducer(shown, late)).toEqual(shown)
})

describe('a visit that is undone', () => {
  test('leaves the customer open, and nobody who passed by', () => {
    const state = stateAfter(registered('ana', 'Ana'), { type: 'undone', visitId: 'visit of ana' })
    expect(state.answer).toEqual({ kind: 'found', customerId: 'ana' })
    expect(state.passed).toEqual([])
  })

  test('leaves the panel to whoever came after', () => {
    const state = stateAfter(registered('ana', 'Ana'), registered('luis', 'Luis'), {
      type: 'undone',
      visitId: 'visit of ana',
    })
    expect(state.answer).toMatchObject({ kind: 'registered', customerId: 'luis' })
    expect(state.passed.map(({ name }) => name)).toEqual(['Luis'])
  })
})

test('a visit left over from another day says what sending it would do', () => {
  const { answer } = stateAfter({ type: 'unanswered', job: byId })
  expect(answer).toMatchObject({ stuck: true, hint: expect.stringContaining('contará como de hoy') })
})

test('looking up nobody is a warning, a failure an error', () => {
  expect(searchProblem(new ApiError('', 404, 'CUSTOMER_NOT_FOUND')).tone).toBe('warning')
  expect(searchProblem(lost)).toMatchObject({ tone: 'error', message: 'No se pudo buscar.' })
})

test.each([
  ['WELCOME_NOT_COMBINABLE', 409, 'El descuento de bienvenida no se combina'],
  ['REWARD_NOT_PENDING', 409, 'Esta recompensa ya se canjeó o se anuló.'],
  ['INTERNAL', 500, 'No se pudo canjear la recompensa. Algo ha fallado.'],
  ['NETWORK', 0, 'no se canjeará dos veces'],
])('a redemption refused with %s says why', (code, status, words) => {
  expect(redeemRefusal(new ApiError('Algo ha fallado.', status, code))).toContain(words)
})
