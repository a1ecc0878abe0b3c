/** Hides a phone for display: the first two and the last two digits stay. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length <= 4) return '•'.repeat(digits.length)
  return `${digits.slice(0, 2)}${'•'.repeat(digits.length - 4)}${digits.slice(-2)}`
}

/** Hides an email for display: the first and the last letter of the part before the @ stay. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = at < 0 ? email : email.slice(0, at)
  const domain = at < 0 ? '' : email.slice(at)
  if (local.length <= 2) return `${'•'.repeat(local.length)}${domain}`
  return `${local[0]}${'•'.repeat(local.length - 2)}${local.at(-1)}${domain}`
}
