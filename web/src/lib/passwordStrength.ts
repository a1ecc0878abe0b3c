export type Strength = 'weak' | 'fair' | 'strong'

/** Bits. Below the first limit a password is weak, from the second it is strong. */
const fairBits = 40
const strongBits = 70

const alphabets: readonly [pattern: RegExp, size: number][] = [
  [/\p{Ll}/u, 27],
  [/\p{Lu}/u, 27],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{Nd}]/u, 33],
]

/** Sequences of neighbouring keys or letters. */
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjklñ', 'zxcvbnm']

/**
 * Estimates the strength from length and variety. Repetitions and runs count little. Common passwords are not
 * recognized here; the server refuses them.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password]
  const alphabet = alphabets.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  const surprising = characters.filter((character, at) => !follows(characters[at - 1], character)).length
  const different = new Set(characters.map((character) => character.toLowerCase())).size
  const bits = Math.min(surprising, 2 * different) * Math.log2(Math.max(alphabet, 1))
  if (bits < fairBits) return 'weak'
  return bits < strongBits ? 'fair' : 'strong'
}

/** True for the same character as before, or its neighbour in a run. */
function follows(before: string | undefined, character: string): boolean {
  if (before === undefined) return false
  const pair = (before + character).toLowerCase()
  if (before.toLowerCase() === character.toLowerCase()) return true
  return runs.some((run) => run.includes(pair) || run.includes([...pair].reverse().join('')))
}
