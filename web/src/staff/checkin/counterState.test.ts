import { describe, expect, test } from 'vitest'
import { toRefusal, type WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { waitingVisit } from '@/test/visitStore'
import {
  type CounterAction,
  counterReducer,
  initialState,
  redeemRefusal,
  searchProblem,
  shownCustomerId,
} from './counterState'

const byId = waitingVisit({ subject: { customerId: 'ana' } })
const byPhone = waitingVisit({ subject: { phone: '612345678' } })
const authorizedVisit = waitingVisit({ authorized: true })

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const sameDay = new ApiError(
  'Ya se registró una visita hoy',
  409,
  'SAME_DAY_VISIT',
  {},
  null,
  'Mañana se le podrá poner otro sello.',
)

const stateAfter = (...acts: CounterAction[]) => acts.reduce(counterReducer, initialState)

const registeredAction = (
  customerId: string,
  customerName: string,
  fields: Partial<RegisteredVisit> = {},
): CounterAction => ({
  type: 'registered',
  visit: waitingVisit({ key: customerId, subject: { customerId: `qr of ${customerId}` } }),
  answer: {
    id: `visit of ${customerId}`,
    customerId,
    customerName,
    settled: false,
    deletedAt: null,
    ...fields,
  } as RegisteredVisit,
  at: byId.scannedAt,
})

const passes = (customerId: string, name: string): CounterAction[] => [
  { type: 'put', visit: waitingVisit({ key: customerId, subject: { customerId: `qr of ${customerId}` } }) },
  registeredAction(customerId, name),
]

const refusedAction = (visit: WaitingVisit, error: ApiError): CounterAction => ({
  type: 'refused',
  visit,
  refusal: toRefusal(error),
})

test('a customer scanned twice is listed once, and shown by their own id', () => {
  const again = waitingVisit({ key: 'again', name: 'Ana Gómez', subject: { customerId: 'qr of ana' } })
  const state = stateAfter(
    ...passes('ana', 'Ana Gómez'),
    { type: 'put', visit: again },
    refusedAction(again, sameDay),
  )
  expect(state.recent).toMatchObject([{ customerId: 'ana', scannedId: 'qr of ana', hadVisitToday: true }])
  expect(state.answer).toMatchObject({ kind: 'sameDay', customerId: 'ana' })
})

describe('a visit', () => {
  test('shows its customer, who is listed once as recent', () => {
    const state = stateAfter(...passes('ana', 'Ana'), ...passes('luis', 'Luis'), ...passes('ana', 'Ana'))
    expect(state.answer).toEqual({ kind: 'registered', customerId: 'ana', name: 'Ana', unstampedVisit: null })
    expect(state.recent.map(({ name }) => name)).toEqual(['Ana', 'Luis'])
  })

  test('of the same day shows when the next is possible', () => {
    const { answer } = stateAfter({ type: 'put', visit: byId }, refusedAction(byId, sameDay))
    expect(answer).toEqual({
      kind: 'sameDay',
      customerId: 'ana',
      phone: null,
      hint: 'Mañana se le podrá poner otro sello.',
    })
  })

  test('of the same day is also recognized by the message', () => {
    const error = new ApiError('Ya se registró una visita hoy.', 400, 'HTTP_400')
    expect(stateAfter({ type: 'put', visit: byId }, refusedAction(byId, error)).answer.kind).toBe('sameDay')
  })

  test('of the same day stays listed when the panel shows the next customer', () => {
    const visit = waitingVisit({ name: 'Ana Gómez' })
    const state = stateAfter({ type: 'put', visit }, refusedAction(visit, sameDay), ...passes('luis', 'Luis'))
    expect(state.recent).toMatchObject([
      { name: 'Luis', hadVisitToday: false },
      { name: 'Ana Gómez', hadVisitToday: true, visitId: '' },
    ])
  })

  test('of the same day by phone is assigned only to the customer with this phone', () => {
    const state = stateAfter({ type: 'put', visit: byPhone }, refusedAction(byPhone, sameDay))
    expect(shownCustomerId(state.answer)).toBeNull()
    const whose = (phone: string) => counterReducer(state, { type: 'identified', phone, customerId: 'ana' })
    expect(shownCustomerId(whose('699999999').answer)).toBeNull()
    expect(shownCustomerId(whose('612345678').answer)).toBe('ana')
  })

  test('with an ended QR asks for the new one', () => {
    const error = new ApiError('Este QR ya no vale: pide el nuevo.', 404, 'QR_ENDED')
    const { answer } = stateAfter({ type: 'put', visit: byId }, refusedAction(byId, error))
    expect(answer).toMatchObject({
      kind: 'problem',
      tone: 'error',
      message: 'Este QR ya no vale: pide el nuevo.',
    })
    expect(answer).not.toHaveProperty('unknown')
  })

  test('of an unknown customer is a warning', () => {
    const error = new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND')
    const { answer } = stateAfter({ type: 'put', visit: byId }, refusedAction(byId, error))
    expect(answer).toMatchObject({ kind: 'problem', tone: 'warning', message: 'No se encontró el cliente.' })
  })

  // Spec: errors-13, errors-15, errors-16
  test.each([
    ['a scan', byId, 'No se pudo registrar la visita.'],
    ['a phone', byPhone, 'No se pudo registrar por teléfono.'],
    ['an authorized visit', authorizedVisit, 'No se pudo registrar la visita adicional.'],
  ])('refused for %s shows the reason', (_name, visit, message) => {
    const error = new ApiError('Revisa los campos.', 422, 'VALIDATION', {
      phone: 'El teléfono no es válido.',
    })
    const { answer } = stateAfter({ type: 'put', visit }, refusedAction(visit, error))
    expect(answer).toMatchObject({ tone: 'error', message, hint: 'El teléfono no es válido.' })
  })

  test('without a response is shown as stored on the device and no longer awaited', () => {
    const state = stateAfter({ type: 'put', visit: byId }, { type: 'kept', visit: byId })
    expect(state).toMatchObject({ answer: { kind: 'kept', visit: byId }, keys: [] })
  })

  test('that is stored on the device is replaced by its outcome while it is shown', () => {
    const state = stateAfter({ type: 'put', visit: byId }, { type: 'kept', visit: byId })
    const late = registeredAction('ana', 'Ana')
    const answer = counterReducer(state, { ...late, visit: byId } as CounterAction)
    expect(answer.answer).toMatchObject({ kind: 'registered', name: 'Ana' })
  })

  test('with a late outcome does not replace another customer on the panel', () => {
    const state = stateAfter(
      { type: 'put', visit: waitingVisit({ key: 'ana' }) },
      { type: 'kept', visit: waitingVisit({ key: 'ana' }) },
      ...passes('luis', 'Luis'),
      registeredAction('ana', 'Ana'),
    )
    expect(state.answer).toMatchObject({ kind: 'registered', customerId: 'luis' })
    expect(state.recent.map(({ name }) => name)).toEqual(['Ana', 'Luis'])
  })

  test('with a late outcome leaves an idle panel idle', () => {
    const late = registeredAction('ana', 'Ana') as Extract<CounterAction, { type: 'registered' }>
    const state = stateAfter({ ...late, at: late.at + 60_000 })
    expect(state.answer).toEqual({ kind: 'idle' })
    expect(stateAfter({ ...late, at: late.at + 59_999 }).answer.kind).toBe('registered')
  })

  test('in flight leaves the former result on the panel', () => {
    const state = stateAfter(...passes('ana', 'Ana'), { type: 'put', visit: byPhone })
    expect(state).toMatchObject({ keys: [byPhone.key], answer: { name: 'Ana' } })
  })

  test('on a day that already has a stamp offers no undo', () => {
    const visitedAt = '2026-11-20T10:02:00Z'
    const put: CounterAction = { type: 'put', visit: waitingVisit({ key: 'ana' }) }
    const state = stateAfter(
      put,
      registeredAction('ana', 'Ana', { settled: true, visitedAt, registeredBy: 'Luis' }),
    )
    expect(state.answer).toMatchObject({ unstampedVisit: { visitedAt, registeredBy: 'Luis' } })
    expect(state.recent).toMatchObject([{ hadVisitToday: true, visitId: '' }])
  })

  test('that waits for the owner is shown neither as registered nor as recent', () => {
    const put: CounterAction = { type: 'put', visit: waitingVisit({ key: 'ana' }) }
    const state = stateAfter(put, registeredAction('ana', 'Ana', { waiting: true }))
    expect(state.answer).toMatchObject({ unstampedVisit: { waiting: true } })
    expect(state.recent).toEqual([])
  })

  test('that was deleted since is not shown as registered', () => {
    const put: CounterAction = { type: 'put', visit: waitingVisit({ key: 'ana' }) }
    const state = stateAfter(put, registeredAction('ana', 'Ana', { deletedAt: '2026-11-20T10:05:00Z' }))
    expect(state.answer).toMatchObject({ unstampedVisit: { deletedAt: '2026-11-20T10:05:00Z' } })
  })
})

test('a repeated message gets another serial', () => {
  const put: CounterAction = { type: 'put', visit: byId }
  expect(stateAfter(put, refusedAction(byId, sameDay), put, refusedAction(byId, sameDay)).serial).toBe(2)
})

const redeemedAction: CounterAction = {
  type: 'redeemed',
  customerId: 'ana',
  reward: { id: 'r1', kind: 'FREE' },
  at: 0,
}

test('the next customer starts without the former redemption', () => {
  const state = stateAfter(...passes('ana', 'Ana'), redeemedAction, ...passes('luis', 'Luis'))
  expect(state.redemption).toEqual({ state: 'none' })
})

test.each([
  { type: 'redeeming', customerId: 'ana', rewardId: 'r1' } as const, // of a panel replaced before the tap
  redeemedAction,
  { type: 'notRedeemed', customerId: 'ana', message: 'No', unsure: false } as const,
])('a late action $type does not change the next customer on the panel', (late) => {
  const state = stateAfter(...passes('ana', 'Ana'), ...passes('luis', 'Luis'))
  expect(counterReducer(state, late)).toEqual(state)
})

describe('a visit that is undone', () => {
  const undone: CounterAction = { type: 'undone', visitId: 'visit of ana', customerId: 'ana' }

  test('can be followed by another one, although a scan was refused in the meantime', () => {
    const again = waitingVisit({ key: 'again', name: 'Ana', subject: { customerId: 'qr of ana' } })
    const refusal = refusedAction(again, sameDay)
    const state = stateAfter(...passes('ana', 'Ana'), { type: 'put', visit: again }, refusal, undone)
    expect(state.answer).toEqual({ kind: 'found', customerId: 'ana' })
    expect(state.recent).toEqual([])
  })

  test('leaves the card open and is no longer listed as recent', () => {
    const state = stateAfter(...passes('ana', 'Ana'), undone)
    expect(state.answer).toEqual({ kind: 'found', customerId: 'ana' })
    expect(state.recent).toEqual([])
  })

  test('does not change a panel that shows the next customer', () => {
    const state = stateAfter(...passes('ana', 'Ana'), ...passes('luis', 'Luis'), undone)
    expect(state.answer).toMatchObject({ kind: 'registered', customerId: 'luis' })
    expect(state.recent.map(({ name }) => name)).toEqual(['Luis'])
  })
})

// Spec: errors-18
test('a lookup without a match is a warning, a failure an error', () => {
  expect(searchProblem(new ApiError('', 404, 'CUSTOMER_NOT_FOUND')).tone).toBe('warning')
  expect(searchProblem(networkError)).toMatchObject({ tone: 'error', message: 'No se pudo buscar.' })
})

// Spec: errors-20
test.each([
  ['WELCOME_NOT_COMBINABLE', 409, 'El descuento de bienvenida no se combina'],
  ['REWARD_NOT_PENDING', 409, 'Esta recompensa ya se canjeó o se anuló.'],
  ['INTERNAL', 500, 'No se pudo canjear la recompensa. Algo ha fallado.'],
  ['NETWORK', 0, 'no se canjeará dos veces'],
  ['NETWORK', 0, 'No llegó la respuesta. Puede que ya esté hecho. Algo ha fallado.'],
])('a redemption that fails with %s shows the reason', (code, status, words) => {
  expect(redeemRefusal(new ApiError('Algo ha fallado.', status, code))).toContain(words)
})

test('a visit whose id another page has is listed only by the id of the response', () => {
  const stored = { subject: { customerId: 'k3x9q2m7' }, idHash: 'hashed', name: 'Ana' }
  const visit = waitingVisit(stored)
  expect(stateAfter(refusedAction(visit, sameDay)).recent).toEqual([])
  const registered = { ...registeredAction('ana', 'Ana'), visit } as CounterAction
  expect(stateAfter(registered).recent).toMatchObject([{ customerId: 'ana', scannedId: null }])
  const ofSnapshot = waitingVisit({ ...stored, subject: { customerId: 'ana' }, recordId: 'ana' })
  expect(stateAfter(refusedAction(ofSnapshot, sameDay)).recent).toMatchObject([{ customerId: 'ana' }])
})
