// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { takeReturnPath } from '@/shared/login/returnPath'
import { rememberLink } from './rememberLink'

const owner = { role: 'OWNER', email: 'ana@x.test' } as const

function arrive(type: string, path = '/app/customers/list?owed=true') {
  const navigation = { type, name: `http://axioma.test${path}` } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
  rememberLink()
}

test('a link that was followed without a session opens after the sign-in, once', () => {
  arrive('navigate')
  expect(takeReturnPath(owner)).toBe('/app/customers/list?owed=true')
  expect(takeReturnPath(owner)).toBeNull()
})

test.each(['back_forward', 'reload'])('%s after a sign-out is no link', (type) => {
  arrive(type)
  expect(takeReturnPath(owner)).toBeNull()
})

test.each(['/login', '/', '/app', '/staff/device'])('%s is not opened after the sign-in', (path) => {
  arrive('navigate', path)
  expect(takeReturnPath(owner)).toBeNull()
})
