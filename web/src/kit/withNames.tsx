import { Fragment, type ReactNode } from 'react'
import { Verbatim } from './Verbatim'

export function withNames(sentence: string, ...names: (string | false | null | undefined)[]): ReactNode {
  const knownNames = names
    .flatMap((name) => [name || '', withoutFamily(name || '')])
    .filter((name) => name.trim() !== '')
    // Longest first, because a name may start another name.
    .sort((one, other) => other.length - one.length)
  if (knownNames.length === 0) return sentence
  const parts = sentence.split(new RegExp(`(${knownNames.map(literal).join('|')})`))
  return parts.map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id but its position in the sentence
    return at % 2 === 1 ? <Verbatim key={at}>{part}</Verbatim> : <Fragment key={at}>{part}</Fragment>
  })
}

/** The name as it appears in a sentence about the family, which has the word 'familia' already. */
function withoutFamily(name: string): string {
  return name.replace(/^familia\s+(?=\S)/i, '')
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
