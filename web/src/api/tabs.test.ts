// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inSeconds, tokenWith } from '@/test/token'
import { SessionStore } from './session'

const token = tokenWith({ exp: inSeconds(3600) })
const operator = { token, role: 'SUPERADMIN', email: 'op@x.test', businessId: null } as const

/** Each tab has its own sessionStorage; localStorage is common to all. */
let ofTab: Record<string, Storage>

function inTab<Done>(name: string, act: () => Done): Done {
  ofTab[name] ??= new StoredInMemory()
  vi.stubGlobal('sessionStorage', ofTab[name])
  return act()
}

const open = (name: string) => inTab(name, () => new SessionStore())
const hear = (name: string) =>
  inTab(name, () => window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.session' })))
const businessOf = (store: SessionStore) => store.get()?.businessId

class StoredInMemory extends Map<string, string> implements Storage {
  [name: string]: unknown
  length = 0
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
  key = (index: number) => [...this.keys()][index] ?? null
}

beforeEach(() => {
  ofTab = {}
  // Stores that other tests created must not receive these events.
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

// Spec: entities-1
test('a business that the operator chooses in one tab does not change another tab', () => {
  const first = open('first')
  inTab('first', () => first.start(operator))
  inTab('first', () => first.actOn('norte'))
  const second = open('second')
  expect(businessOf(second), 'a new tab starts with the last chosen business').toBe('norte')
  inTab('second', () => second.actOn('sur'))
  const onChange = vi.fn()
  first.subscribe(onChange)
  hear('first')
  expect([businessOf(first), businessOf(second)]).toEqual(['norte', 'sur'])
  expect(onChange, 'no storage event to read again').not.toHaveBeenCalled()
  expect(businessOf(open('first')), 'after a reload').toBe('norte')
  expect(businessOf(open('third'))).toBe('sur')
})

test('a tab keeps the business that it was opened with, or none', () => {
  const first = open('first')
  inTab('first', () => first.start(operator))
  open('second')
  inTab('first', () => first.actOn('norte'))
  expect(businessOf(open('second'))).toBeNull()
})

test('sign-in and sign-out reach all tabs, and another user brings another business', () => {
  const first = open('first')
  const second = open('second')
  inTab('first', () => first.start(operator))
  inTab('first', () => first.actOn('norte'))
  hear('second')
  expect(businessOf(second)).toBe('norte')
  inTab('second', () => second.end())
  hear('first')
  expect(first.get()).toBeNull()
  inTab('second', () => second.start({ token, role: 'SUPERADMIN', email: 'other@x.test', businessId: null }))
  hear('first')
  expect([first.get()?.email, businessOf(first)]).toEqual(['other@x.test', null])
  inTab('second', () => second.start({ token, role: 'OWNER', email: 'op@x.test', businessId: 'este' }))
  hear('first')
  expect(businessOf(first)).toBe('este')
})

test('an operator keeps the business after a lapsed session, but not after signing out', () => {
  const store = open('first')
  inTab('first', () => store.start(operator))
  inTab('first', () => store.actOn('norte'))
  inTab('first', () => store.lapse())
  inTab('first', () => store.start(operator))
  expect(businessOf(store)).toBe('norte')
  inTab('first', () => store.end())
  inTab('first', () => store.start(operator))
  expect(businessOf(store)).toBeNull()
})
