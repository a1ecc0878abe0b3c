import { useState } from 'react'
import type { Usual, UsualPermission } from '@/api/types'
import { Button } from '@/kit/Button'
import { TextField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.ask

interface AskPermissionProps {
  usual: Usual
  yes: string
  large: boolean
  onNo: () => void
  onYes: (permission: UsualPermission) => void
}

/** Asks the customer, or a minor's guardian, before anything is stored. */
export function AskPermission({
  usual: { minor, guardianName },
  yes,
  large,
  onNo,
  onYes,
}: AskPermissionProps) {
  const [name, setName] = useState(guardianName ?? '')
  const [missing, setMissing] = useState(false)
  const size = large ? 'counter' : undefined
  const accept = () => {
    if (minor && !name.trim()) return setMissing(true)
    onYes({ granted: true, ...(minor && { guardianName: name.trim(), guardianConsent: true }) })
  }
  return (
    <fieldset className="usual-ask">
      <legend className="font-semibold">{words.question}</legend>
      <p>{minor ? withNames(words.minor(guardianName), guardianName) : words.detail}</p>
      {minor && !guardianName && (
        <TextField
          label={words.guardian}
          autoComplete="off"
          maxLength={120}
          value={name}
          error={missing ? words.guardianMissing : undefined}
          onChange={({ target }) => {
            setName(target.value)
            setMissing(false)
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button size={size} autoFocus onClick={accept}>
          {yes}
        </Button>
        <Button variant="secondary" size={size} onClick={onNo}>
          {words.no}
        </Button>
      </div>
    </fieldset>
  )
}
