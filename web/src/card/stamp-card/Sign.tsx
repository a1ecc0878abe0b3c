import './stamp-card.css'
import { useState } from 'react'
import type { Look } from './colours'

/** Characters. The letters shrink for names longer than the first and again for the second. */
const [longName, longestName] = [32, 64]

interface SignProps {
  look?: Look | null | undefined
  children: string
}

export function Sign({ look, children: name }: SignProps) {
  const [missing, setMissing] = useState<string>()
  const logo = look?.logoUrl === missing ? null : look?.logoUrl
  return (
    <header
      className="stamp-card-sign"
      data-colour={look?.colour}
      data-long={name.length > longestName ? 'very' : name.length > longName || undefined}
    >
      {logo && <img className="stamp-card-logo" src={logo} alt="" onError={() => setMissing(logo)} />}
      <span translate="no">{name}</span>
    </header>
  )
}
