/**
 * Used instead of WebCrypto, which needs https (a business may use http in its own network) and is asynchronous (a
 * scan is resolved within its event).
 */

/** HMAC with SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  const block = new Uint8Array(blockSize)
  block.set(key.length > blockSize ? sha256(key) : key)
  const inner = sha256(
    joinBytes(
      block.map((byte) => byte ^ 0x36),
      new TextEncoder().encode(text),
    ),
  )
  return sha256(
    joinBytes(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(primes.slice(0, 8), (prime) => Math.sqrt(prime) * 2 ** 32)
  const data = padMessage(message)
  for (let at = 0; at < data.byteLength; at += blockSize) mixBlock(state, data, at)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setUint32(4 * i, word)
  return new Uint8Array(digest.buffer)
}

const blockSize = 64

/**
 * The standard takes its constants from the fractions of square and cube roots of primes. All are at least 1/50 away from
 * the next integer, so that no engine rounds differently.
 */
const primes = firstPrimes(64)
const roundConstants = Uint32Array.from(primes, (prime) => Math.cbrt(prime) * 2 ** 32)

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

function padMessage(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / blockSize) * blockSize
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const data = new DataView(bytes.buffer)
  data.setUint32(length - 4, message.length * 8)
  return data
}

function mixBlock(state: Uint32Array, data: DataView, at: number): void {
  const words = schedule(data, at)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  words.forEach((word, i) => {
    const first =
      h +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      ((e & f) ^ (~e & g)) +
      (roundConstants[i] ?? 0) +
      word
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  })
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] ?? 0) + word
  })
}

function schedule(data: DataView, at: number): Uint32Array {
  const words = new Uint32Array(blockSize)
  const word = (i: number) => words[i] ?? 0
  for (let i = 0; i < blockSize; i++) {
    if (i < 16) {
      words[i] = data.getUint32(at + 4 * i)
      continue
    }
    const near = rotate(word(i - 2), 17) ^ rotate(word(i - 2), 19) ^ (word(i - 2) >>> 10)
    const far = rotate(word(i - 15), 7) ^ rotate(word(i - 15), 18) ^ (word(i - 15) >>> 3)
    words[i] = word(i - 16) + far + word(i - 7) + near
  }
  return words
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function joinBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
