import { type DBSchema, openDB } from 'idb'

/** Stores one encrypted content. Ignores failures. */
export interface EncryptedStore {
  read: () => Promise<unknown>
  write: (content: unknown) => Promise<void>
  erase: () => Promise<void>
}

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey }
  sealed: { key: string; value: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer } }
}

const name = 'axioma-snapshot'
const entryKey = 'only'
const algorithm = 'AES-GCM'

/**
 * Encrypts with a non-extractable key: a copy of the disk reveals no names. Without https nothing
 * is stored. Operations run one at a time, so that a running write cannot restore erased data.
 */
export function encryptedDeviceStore(): EncryptedStore {
  let last: Promise<unknown> = Promise.resolve()
  const runInOrder = <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    const turn = last.then(() => nullOnError(work))
    last = turn
    return turn
  }
  return {
    read: () => runInOrder(read),
    write: (content) => runInOrder(() => write(content)).then(() => undefined),
    erase: () => runInOrder(erase).then(() => undefined),
  }
}

async function read(): Promise<unknown> {
  const database = await open()
  try {
    const [key, sealedEntry] = await Promise.all([
      database.get('keys', entryKey),
      database.get('sealed', entryKey),
    ])
    if (!key || !sealedEntry) return null
    const { iv, data } = sealedEntry
    const bytes = await crypto.subtle.decrypt({ name: algorithm, iv }, key, data)
    return JSON.parse(new TextDecoder().decode(bytes))
  } finally {
    database.close()
  }
}

async function write(content: unknown): Promise<void> {
  const database = await open()
  try {
    const key = (await database.get('keys', entryKey)) ?? (await newKey())
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = new TextEncoder().encode(JSON.stringify(content))
    const data = await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes)
    const transaction = database.transaction(['keys', 'sealed'], 'readwrite')
    await Promise.all([
      transaction.objectStore('keys').put(key, entryKey),
      transaction.objectStore('sealed').put({ iv, data }, entryKey),
      transaction.done,
    ])
  } finally {
    database.close()
  }
}

/** Deletes content and key: remains on disk become unreadable. */
async function erase(): Promise<void> {
  const database = await open()
  try {
    const transaction = database.transaction(['keys', 'sealed'], 'readwrite')
    await Promise.all([
      transaction.objectStore('keys').clear(),
      transaction.objectStore('sealed').clear(),
      transaction.done,
    ])
  } finally {
    database.close()
  }
}

function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
}

function open() {
  return openDB<Schema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('keys')
      database.createObjectStore('sealed')
    },
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
}

async function nullOnError<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch {
    return null
  }
}
