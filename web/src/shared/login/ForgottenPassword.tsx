import type { PasswordRecovery } from '@/api/types'
import { OperatorContact } from './OperatorContact'
import { texts } from './texts'

const words = texts.recovery.offer

export function ForgottenPassword({ recovery }: { recovery: PasswordRecovery }) {
  if (recovery.byEmail) {
    return (
      <p className="text-ink-soft">
        {words.owner}{' '}
        <a href="/login/restablecer" className="font-semibold underline">
          {words.byEmail}
        </a>
      </p>
    )
  }
  return (
    <p className="text-ink-soft">
      {words.owner} {recovery.contact ? words.contact : words.unknown}{' '}
      {recovery.contact && <OperatorContact contact={recovery.contact} />}
    </p>
  )
}
