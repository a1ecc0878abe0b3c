import { type PhoneParts, readPhone } from '@/lib/phone'
import { texts } from './texts'

/** Why what was typed is no phone, in words, naming the prefix; undefined when it is one. */
export function phoneFault(parts: PhoneParts): string | undefined {
  const { fault, of } = readPhone(parts)
  if (!fault) return undefined
  if (fault !== 'number') return texts.phoneFaults[fault]
  return of ? texts.phoneFaults.of(of.prefix, of.country) : texts.phoneFaults.unknown
}
