// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { VisitJob } from './visitQueue'
import { waitingVisitsOf } from './waitingVisits'

const job = (key: string): VisitJob => ({ key, subject: { customerId: 'ana' }, authorized: false, since: 1 })

beforeEach(() => sessionStorage.clear())

test('what waits is there after a reload, oldest first, and gone when it is answered', () => {
  const waiting = waitingVisitsOf('barber@demo.test', 'demo')
  waiting.add(job('one'))
  waiting.add(job('two'))
  const afterwards = waitingVisitsOf('barber@demo.test', 'demo')
  expect(afterwards.read()).toEqual([job('one'), job('two')])
  afterwards.remove('one')
  expect(waiting.read()).toEqual([job('two')])
  afterwards.remove('two')
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  ['another person', 'admin@demo.test', 'demo'],
  ['another business', 'barber@demo.test', 'norte'],
])('%s has nothing to do with it', (_name, email, businessId) => {
  waitingVisitsOf('barber@demo.test', 'demo').add(job('one'))
  expect(waitingVisitsOf(email, businessId).read()).toEqual([])
})

test.each(['no', '{}', '[null, 1, {"key":"k"}]', '[{"key":"k","subject":{},"authorized":false,"since":1}]'])(
  'a broken memory is as good as none: %s',
  (stored) => {
    const waiting = waitingVisitsOf('barber@demo.test', null)
    waiting.add(job('one'))
    sessionStorage.setItem(sessionStorage.key(0) as string, stored)
    expect(waiting.read()).toEqual([])
  },
)
