import { useRef, useState } from 'react'
import { focusFirstError, useFocusFirstError } from '@/lib/focusFirstError'

/** What is wrong with a form, by field. */
export type Wrong = Readonly<Partial<Record<string, string>>>

/** What is wrong with the answers of a form: what the server has refused, and what is missing, at which the focus goes on. */
export function useAnswers(failure: Error | null, refused: Wrong) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Wrong>({})
  useFocusFirstError(form, failure)
  const isWhole = (absent: Wrong) => {
    setMissing(absent)
    const whole = Object.keys(absent).length === 0
    if (!whole) focusFirstError(form)
    return whole
  }
  return { form, errors: { ...refused, ...missing }, isWhole }
}
