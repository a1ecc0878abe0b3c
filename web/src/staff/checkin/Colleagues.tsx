import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { colleaguesQuery } from '@/api/colleagues'
import type { Colleague } from '@/api/types'
import { Select } from '@/kit/SelectField'
import { Verbatim } from '@/kit/Verbatim'
import { readStored, writeStored } from '@/lib/storage'
import { servedByTexts as texts } from './servedByTexts'
import { useColleaguesKey } from './useColleaguesKey'

/** More names are shown as a list, so that the result stays on the screen. */
const maxButtons = 8

interface ColleaguesProps {
  label: string
  colleagues: readonly Colleague[]
  chosenId: string | undefined
  busy?: boolean
  onChoose: (colleague: Colleague) => void
}

/** Buttons instead of radio buttons, because the focus returns to the scan box after each choice. */
export function Colleagues({ label, colleagues, chosenId, busy, onChoose }: ColleaguesProps) {
  if (colleagues.length > maxButtons) {
    const names = colleagues.map((colleague) => ({ value: colleague.id, label: nameOf(colleague) }))
    // An operator is no colleague. The first option asks them to choose one.
    const options = chosenId === undefined ? [{ value: '', label: texts.choose }, ...names] : names
    return (
      <Select
        aria-label={label}
        options={options}
        value={chosenId ?? ''}
        disabled={busy}
        onChange={({ target }) => {
          const colleague = colleagues.find(({ id }) => id === target.value)
          if (colleague) onChoose(colleague)
        }}
      />
    )
  }
  return (
    <fieldset className="colleagues" aria-label={label} disabled={busy}>
      {colleagues.map((colleague) => (
        <button
          key={colleague.id}
          type="button"
          aria-pressed={colleague.id === chosenId}
          onClick={() => onChoose(colleague)}
        >
          <Verbatim>{nameOf(colleague)}</Verbatim>
        </button>
      ))}
    </fieldset>
  )
}

function nameOf({ name, self }: Colleague): string {
  return self ? texts.self(name) : name
}

/** The last known staff, also without a network after a page load. */
export function useColleagues(): readonly Colleague[] {
  const { data } = useQuery(colleaguesQuery())
  const key = useColleaguesKey()
  useEffect(() => {
    if (data) writeStored(key, data)
  }, [data, key])
  return data ?? storedColleagues(key)
}

function storedColleagues(key: string): readonly Colleague[] {
  const storedValue = readStored(key)
  return Array.isArray(storedValue) ? (storedValue as Colleague[]) : []
}
