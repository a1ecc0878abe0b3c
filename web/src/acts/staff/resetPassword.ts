import { api } from '@/api'
import { unwrap } from '@/api/client'
import { firstSupported } from '@/api/firstSupported'

const length = 12

// No look-alike characters: people read it aloud and type it from paper.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Sets a temporary password by the first route that the server offers. Null if the response has none. */
export async function resetPassword(
  id: string,
  proposedPassword = newTemporaryPassword(),
): Promise<string | null> {
  const params = { path: { id } }
  return firstSupported<string | null>([
    async () => passwordIn(await unwrap(api.POST('/users/{id}/reset-password', { params }))),
    async () => passwordIn(await unwrap(api.POST('/admin/users/{id}/reset-password', { params }))),
    async () => passwordIn(await unwrap(api.POST('/cp/users/{id}/reset-password', { params }))),
    async () => {
      const set = api.PATCH('/users/{id}/password', { params, body: { newPassword: proposedPassword } })
      return passwordIn(await unwrap(set)) ?? proposedPassword
    },
    async () => passwordIn(await unwrap(api.POST('/users/reset-password', { body: { userId: id } }))),
  ])
}

/** Finds the password, because servers use several field names. */
function passwordIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const fields = answer as Record<string, unknown>
  const candidates = ['tempPassword', 'password', 'newPassword', 'temp'].map((name) => fields[name])
  return candidates.find((value): value is string => typeof value === 'string' && value !== '') ?? null
}

function newTemporaryPassword(): string {
  // Rejection sampling: bytes from the largest multiple of the alphabet's length upwards would
  // favor its first letters.
  const fair = 256 - (256 % alphabet.length)
  const letters: string[] = []
  while (letters.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) letters.push(alphabet.charAt(byte % alphabet.length))
  }
  return letters.join('')
}
