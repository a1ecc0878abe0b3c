import { beforeEach, expect, test, vi } from 'vitest'
import { type Shortcut, ShortcutReader } from './ShortcutReader'

let shortcuts: Shortcut[]
let reader: ShortcutReader
let now: number

beforeEach(() => {
  vi.useFakeTimers()
  shortcuts = []
  now = 10_000
  reader = new ShortcutReader((shortcut) => shortcuts.push(shortcut))
})

/** `gap` is in milliseconds. */
function press(keys: string[], gap: number) {
  for (const key of keys) {
    vi.advanceTimersByTime(gap)
    now += gap
    reader.press(key, now)
  }
}

const wait = (pause: number) => {
  vi.advanceTimersByTime(pause)
  now += pause
}

test.each<[string, string[], Shortcut]>([
  ['g and a letter go to a screen', ['g', 'c'], { act: 'go', key: 'c' }],
  ['capitals go to a screen too', ['G', 'C'], { act: 'go', key: 'c' }],
  ['a slash searches', ['/'], { act: 'search' }],
  ['a question mark shows the shortcuts', ['?'], { act: 'help' }],
])('%s', (_, keys, shortcut) => {
  wait(500)
  press(keys, 150)
  expect(shortcuts, 'before it is quiet').toEqual([])
  wait(130)
  expect(shortcuts).toEqual([shortcut])
})

test('g waits for its letter only for a while', () => {
  wait(500)
  press(['g'], 0)
  press(['c'], 1600)
  wait(500)
  expect(shortcuts).toEqual([])
})

const codes = [
  'https://axioma.test/public/customers/g7c2m9x4q1/qr',
  '{"type":"axioma","customerId":"gfgcgs"}',
  'gc7k2m9x4q1w8e5r3t6y0uiopzx',
  '/public/customers/a7k2m9/qr',
  '?cid=gc7k2m9x4q',
]
/** A slow reader whose code begins with a slash looks like a user who searches. */
const gapsOf = (code: string) => (code.startsWith('/') ? [5, 20, 35] : [5, 20, 35, 100])

test.each(codes.flatMap((code) => gapsOf(code).map((gap) => [code, gap] as const)))(
  'a reader that types %s, with %d ms per key, triggers no shortcut',
  (code, gap) => {
    wait(500)
    press([...code, 'Enter'], gap)
    wait(1000)
    expect(shortcuts).toEqual([])
  },
)

test('a slash searches even when another key follows at once', () => {
  wait(500)
  press(['/'], 0)
  press(['a'], 50)
  expect(shortcuts).toEqual([{ act: 'search' }])
})

test('a key typed in a field cancels a shortcut that has begun', () => {
  wait(500)
  press(['g'], 0)
  wait(200)
  reader.reset(now)
  press(['c'], 400)
  wait(500)
  expect(shortcuts).toEqual([])
})
