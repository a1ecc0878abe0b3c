import * as fake from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { encryptedDeviceStore } from './encryptedStore'

beforeEach(() => {
  for (const [name, value] of Object.entries(fake)) {
    if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  }
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
})

/** Reads the raw database of the browser. */
async function found() {
  const database = await openDB('axioma-snapshot')
  const [keys, sealed] = await Promise.all([database.getAll('keys'), database.getAll('sealed')])
  database.close()
  return { keys, sealed }
}

test('what is kept can be read again, and nobody else reads it on the disk', async () => {
  await encryptedDeviceStore().write({ customers: [{ name: 'Ana' }] })
  expect(await encryptedDeviceStore().read()).toEqual({ customers: [{ name: 'Ana' }] })
  const { keys, sealed } = await found()
  expect(Buffer.from(sealed[0].data).toString('latin1')).not.toContain('Ana')
  expect(keys[0].extractable).toBe(false)
})

test('the same content is never sealed alike', async () => {
  await encryptedDeviceStore().write('Ana')
  const before = Buffer.from((await found()).sealed[0].data)
  await encryptedDeviceStore().write('Ana')
  expect(Buffer.from((await found()).sealed[0].data).equals(before)).toBe(false)
})

test('what is erased is gone, and its key', async () => {
  await encryptedDeviceStore().write('Ana')
  await encryptedDeviceStore().erase()
  expect(await encryptedDeviceStore().read()).toBeNull()
  expect(await found()).toEqual({ keys: [], sealed: [] })
})

test('content that cannot be opened any more is none', async () => {
  await encryptedDeviceStore().write('Ana')
  const database = await openDB('axioma-snapshot')
  const sealed = await database.get('sealed', 'only')
  await database.put('sealed', { ...sealed, iv: new Uint8Array(12) }, 'only')
  database.close()
  expect(await encryptedDeviceStore().read()).toBeNull()
})

test('what is erased while it is being sealed is gone all the same', async () => {
  const vault = encryptedDeviceStore()
  const writing = vault.write('Ana')
  await vault.erase()
  await writing
  expect(await found()).toEqual({ keys: [], sealed: [] })
})
