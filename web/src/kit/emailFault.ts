import { texts } from './texts'

/** Why an email that has to be there cannot be one; undefined where it can. */
export function emailFault(email: string): string | undefined {
  const { missing, wrong } = texts.emailFaults
  if (email.trim() === '') return missing
  return /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? undefined : wrong
}
