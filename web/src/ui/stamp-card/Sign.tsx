import './stamp-card.css'

/** From so many letters on a name is painted smaller, so that the sign stays a sign. */
const longName = 32

/** The enamelled plate with the name of the business. */
export function Sign({ children: name }: { children: string }) {
  return (
    <header className="stamp-card-sign" data-long={name.length > longName || undefined}>
      <span>{name}</span>
    </header>
  )
}
