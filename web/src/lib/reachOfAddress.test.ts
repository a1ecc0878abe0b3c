import { expect, test } from 'vitest'
import { reachOfAddress } from './reachOfAddress'

test.each([
  ['http://127.0.0.1:8591/invitacion#x', 'LOCAL'],
  ['http://localhost:8080/', 'LOCAL'],
  ['https://192.168.1.20/', 'LOCAL'],
  ['https://172.20.0.3/', 'LOCAL'],
  ['https://axioma.local/', 'LOCAL'],
  ['http://[::1]:8080/', 'LOCAL'],
  ['http://barberia.example.com/', 'UNENCRYPTED'],
  ['https://172.32.0.3/', 'EVERYWHERE'],
  ['https://barberia.example.com/invitacion#x', 'EVERYWHERE'],
])('%s opens %s', (address, reach) => {
  expect(reachOfAddress(address)).toBe(reach)
})
