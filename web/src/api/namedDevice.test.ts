// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { DeviceStore } from './namedDevice'

const tablet = { id: 'd1', businessId: 'b1', name: 'Tablet', token: 'secret' }

afterEach(() => localStorage.clear())

test('a browser without a device sends no device headers', () => {
  expect(new DeviceStore().headers()).toEqual({})
})

test('a named device sends its token, its version and its waiting visits', () => {
  localStorage.setItem('axioma.version', '"a1b2"')
  const device = new DeviceStore()
  device.enrol(tablet)
  expect(device.headers()).toEqual({ 'X-Device': 'secret', 'X-App-Version': 'a1b2', 'X-Waiting': '0' })
  device.setWaiting(3, 0)
  expect(device.headers()).toMatchObject({
    'X-Waiting': '3',
    'X-Waiting-Since': '1970-01-01T00:00:00.000Z',
  })
})

test('a version that a header cannot carry is omitted', () => {
  localStorage.setItem('axioma.version', '"ñ\\n"')
  const device = new DeviceStore()
  device.enrol(tablet)
  expect(device.headers()).not.toHaveProperty('X-App-Version')
})

test('a device is stored for reloads and other tabs', () => {
  const [one, other] = [new DeviceStore(), new DeviceStore()]
  one.enrol(tablet)
  expect(new DeviceStore().get()).toMatchObject({ name: 'Tablet', state: 'named' })
  window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.device' }))
  expect(other.get()?.name).toBe('Tablet')
  one.forget()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(other.get()).toBeNull()
})

test.each(['null', '7', '{"id":"d1"}', '{"id":"d","businessId":"b","name":"n","token":"t","state":"x"}'])(
  '%s in storage is not a device',
  (storedText) => {
    localStorage.setItem('axioma.device', storedText)
    expect(new DeviceStore().get()).toBeNull()
  },
)

test('the time of the last response is stored once a minute', () => {
  const device = new DeviceStore()
  device.enrol(tablet)
  device.recordResponse(1_000_000)
  device.recordResponse(1_059_999)
  expect(device.get()?.spokeAt).toBe(1_000_000)
  device.recordResponse(1_060_000)
  expect(device.get()?.spokeAt).toBe(1_060_000)
})

test('a revoked device keeps its token for the hand-over, and then only its name', () => {
  const device = new DeviceStore()
  device.revoke()
  expect(device.get()).toBeNull()
  device.enrol(tablet)
  device.revoke()
  expect(device.get()).toMatchObject({ state: 'revoked', token: 'secret' })
  device.finish(2)
  expect(device.get()).toMatchObject({ state: 'over', token: '', handed: 2, name: 'Tablet' })
})
