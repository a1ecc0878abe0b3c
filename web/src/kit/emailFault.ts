import { texts } from './texts'

/** Undefined if the e-mail is plausible, otherwise the error text. */
export function emailFault(email: string): string | undefined {
  const { missing, wrong } = texts.emailFaults
  if (email.trim() === '') return missing
  return /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? undefined : wrong
}
