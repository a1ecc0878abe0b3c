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

async function readRawStore() {
  const database = await openDB('axioma-snapshot')
  const [keys, records] = await Promise.all([database.getAll('keys'), database.getAll('sealed')])
  database.close()
  return { keys, records }
}

test('reads the written content, which is encrypted on the disk', async () => {
  await encryptedDeviceStore().write({ customers: [{ name: 'Ana' }] })
  expect(await encryptedDeviceStore().read()).toEqual({ customers: [{ name: 'Ana' }] })
  const { keys, records } = await readRawStore()
  expect(Buffer.from(records[0].data).toString('latin1')).not.toContain('Ana')
  expect(keys[0].extractable).toBe(false)
})

test('encrypts the same content differently each time', async () => {
  await encryptedDeviceStore().write('Ana')
  const before = Buffer.from((await readRawStore()).records[0].data)
  await encryptedDeviceStore().write('Ana')
  expect(Buffer.from((await readRawStore()).records[0].data).equals(before)).toBe(false)
})

test('erases the content and its key', async () => {
  await encryptedDeviceStore().write('Ana')
  await encryptedDeviceStore().erase()
  expect(await encryptedDeviceStore().read()).toBeNull()
  expect(await readRawStore()).toEqual({ keys: [], records: [] })
})

test('unreadable content counts as none', async () => {
  await encryptedDeviceStore().write('Ana')
  const database = await openDB('axioma-snapshot')
  const record = await database.get('sealed', 'only')
  await database.put('sealed', { ...record, iv: new Uint8Array(12) }, 'only')
  database.close()
  expect(await encryptedDeviceStore().read()).toBeNull()
})

test('content erased while it is being encrypted is not written', async () => {
  const vault = encryptedDeviceStore()
  const writing = vault.write('Ana')
  await vault.erase()
  await writing
  expect(await readRawStore()).toEqual({ keys: [], records: [] })
})
