// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DeviceStore } from '@/api/namedDevice'
import { SessionStore } from '@/api/session'
import { inSeconds, tokenWith } from '@/test/token'
import { catchUpOnReturn } from './catchUpOnReturn'

const tablet = { id: 'd1', businessId: 'b1', name: 'Tablet', token: 'secret' }

const valid = () => tokenWith({ exp: inSeconds(3600) })

catchUpOnReturn()

test('a page from the back/forward cache takes over what another tab has stored', () => {
  const [session, device] = [new SessionStore(), new DeviceStore()]
  device.enrol(tablet)
  session.start({ token: valid(), role: 'BARBER', email: 'ana@demo.test' })
  new SessionStore().start({ token: valid(), role: 'BARBER', email: 'leo@demo.test' })
  new DeviceStore().revoke()

  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect([session.current()?.email, device.get()?.state]).toEqual(['ana@demo.test', 'named'])
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect([session.current()?.email, device.get()?.state]).toEqual(['leo@demo.test', 'revoked'])
})
