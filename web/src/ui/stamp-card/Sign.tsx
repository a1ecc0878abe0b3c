import './stamp-card.css'
import type { Colour } from './colours'

/** From so many letters on a name is painted smaller, so that the sign stays a sign. */
const longName = 32

/** The enamelled plate with the name of the business. */
export function Sign({ colour, children: name }: { colour?: Colour | undefined; children: string }) {
  return (
    <header className="stamp-card-sign" data-colour={colour} data-long={name.length > longName || undefined}>
      <span>{name}</span>
    </header>
  )
}
