import { texts } from './texts'

/** The error text of an e-mail; undefined if it is plausible. */
export function emailFault(email: string): string | undefined {
  const { missing, wrong } = texts.emailFaults
  if (email.trim() === '') return missing
  return /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? undefined : wrong
}
