import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canAddPasskey } from '@/acts/shared/passkeys'
import { beginOwnPasskey } from '@/acts/staff/passkeys'
import { useOwnEnrolment } from '@/acts/staff/secondFactor'
import { currentToken } from '@/api'
import { passkeysQuery, secondFactorQuery } from '@/api/secondFactor'
import type { Passkey, SecondFactor } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { Verbatim } from '@/kit/Verbatim'
import { sayMoment } from '@/lib/dates'
import { AddPasskeyForm } from '@/shared/login/AddPasskeyForm'
import { OwnRecoveryCodes } from './OwnRecoveryCodes'
import { RemovePasskeyDialog } from './RemovePasskeyDialog'
import { RenamePasskeyDialog } from './RenamePasskeyDialog'
import { texts } from './texts'

const words = texts.passkeys

/** The passkeys of the account; hidden on servers without passkeys. */
export function PasskeysPanel() {
  const factor = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <Panel title={texts.factor.codesTitle}>
        <OwnRecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      </Panel>
    )
  }
  if (!factor.data?.passkeys) return null
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <OwnPasskeys />
        {canAddPasskey(factor.data) ? (
          <NewPasskey onCodes={setCodes} />
        ) : (
          <p className="text-ink-soft">{unavailableReason(factor.data)}</p>
        )}
      </div>
    </Panel>
  )
}

/** Explains why no passkey can be created on this page. */
function unavailableReason({ passkeys }: SecondFactor): string {
  if (passkeys.origin === '') return words.noName
  return passkeys.origin === window.location.origin ? words.unsupported : words.otherOrigin(passkeys.origin)
}

function OwnPasskeys() {
  const keys = useQuery(passkeysQuery())
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null)
  const [renamedId, setRenamedId] = useState<string | null>(null)
  if (!keys.data?.length) return <p>{words.intro}</p>
  const passkeyToRename = keys.data.find(({ id }) => id === renamedId)
  return (
    <>
      <ul aria-label={words.title} className="grid">
        {keys.data.map((key) => (
          <li
            key={key.id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-rule py-2 last:border-0"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
                <Verbatim>{key.name}</Verbatim>
                {!key.worksHere && <Badge tone="caution">{words.former(key.formerHost ?? '')}</Badge>}
              </p>
              <p className="text-small text-ink-soft">
                {words.created(sayMoment(key.createdAt))}{' '}
                {key.usedAt ? words.used(sayMoment(key.usedAt)) : words.unused}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {key.version !== undefined && (
                <Button
                  variant="quiet"
                  aria-label={words.renameNamed(key.name)}
                  onClick={() => setRenamedId(key.id)}
                >
                  {words.rename}
                </Button>
              )}
              <Button
                variant="secondary"
                aria-label={words.removeNamed(key.name)}
                onClick={() => setPasskeyToRemove(key)}
              >
                {words.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {passkeyToRename && (
        <RenamePasskeyDialog passkey={passkeyToRename} onClose={() => setRenamedId(null)} />
      )}
      <RemovePasskeyDialog passkey={passkeyToRemove} onClose={() => setPasskeyToRemove(null)} />
    </>
  )
}

function NewPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [isAdding, setAdding] = useState(false)
  const continueWith = useOwnEnrolment()
  if (!isAdding) return <Button onClick={() => setAdding(true)}>{words.add}</Button>
  return (
    <AddPasskeyForm
      begin={beginOwnPasskey}
      token={currentToken}
      onAdded={(enrolledFactor) => {
        setAdding(false)
        if (enrolledFactor.recoveryCodes.length > 0) onCodes(enrolledFactor.recoveryCodes)
        void continueWith(enrolledFactor)
      }}
    />
  )
}
