import { expect, test } from 'vitest'
import { ScanDebouncer } from './scanDebouncer'

function atTimes() {
  const clock = { now: 0 }
  return { clock, sightings: new ScanDebouncer(() => clock.now) }
}

test('a QR held before the camera counts once', () => {
  const { clock, sightings } = atTimes()
  expect(sightings.isNew('ana', 'camera')).toBe(true)
  for (clock.now = 100; clock.now < 20_000; clock.now += 100) {
    expect(sightings.isNew('ana', 'camera')).toBe(false)
  }
})

test('a QR counts again after it was out of sight', () => {
  const { clock, sightings } = atTimes()
  sightings.isNew('ana', 'camera')
  clock.now = 5000
  expect(sightings.isNew('ana', 'camera')).toBe(true)
})

test('another QR counts at once', () => {
  const { sightings } = atTimes()
  sightings.isNew('ana', 'camera')
  expect(sightings.isNew('luis', 'camera')).toBe(true)
})

test('a double read by the reader counts once, and a second scan by a person counts', () => {
  const { clock, sightings } = atTimes()
  expect(sightings.isNew('ana', 'reader')).toBe(true)
  clock.now = 400
  expect(sightings.isNew('ana', 'reader')).toBe(false)
  clock.now = 1600
  expect(sightings.isNew('ana', 'reader')).toBe(true)
})

test.each(['camera', 'reader'] as const)('after the clock is set back a new scan counts (%s)', (source) => {
  const { clock, sightings } = atTimes()
  clock.now = 3_600_000
  sightings.isNew('ana', source)
  clock.now = 10_000
  expect(sightings.isNew('ana', source)).toBe(true)
  expect(sightings.isNew('ana', source)).toBe(false)
})
