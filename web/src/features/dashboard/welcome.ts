/** What to call a person: the first word of the name or, without one, of the email. */
export function firstWord(name: string | undefined, email: string): string {
  const [word = ''] = (name?.trim() || email.trim()).split(/[\s@]/)
  return word
}
