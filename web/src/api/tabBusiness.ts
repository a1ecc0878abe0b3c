import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { Role } from './types'

const storageKey = 'axioma.actingOn'

interface Acting {
  email: string
  role: Role
  businessId: string | null
}

interface Choice {
  email: string
  businessId: string | null
}

/**
 * The business that an operator has chosen in this tab. It is per tab, so that a form is never sent to a business
 * chosen in another tab. A new tab starts with the device's last choice.
 */
export class TabBusiness {
  #choice = readChoice()

  /** Sets this tab's business in the session if the same operator chose it. */
  applyTo<Session extends Acting>(session: Session): Session
  applyTo<Session extends Acting>(session: Session | null): Session | null
  applyTo<Session extends Acting>(session: Session | null): Session | null {
    if (session?.role !== 'SUPERADMIN') return session
    if (this.#choice?.email !== session.email) this.keep(session)
    return { ...session, businessId: this.#choice?.businessId ?? null }
  }

  keep({ email, businessId }: Acting): void {
    this.#choice = { email, businessId }
    writeStored(storageKey, this.#choice, 'tab')
  }

  forget(): void {
    this.#choice = null
    removeStored(storageKey, 'tab')
  }
}

function readChoice(): Choice | null {
  const storedValue = readStored(storageKey, 'tab')
  if (typeof storedValue !== 'object' || storedValue === null) return null
  const { email, businessId } = storedValue as Record<string, unknown>
  if (typeof email !== 'string') return null
  return { email, businessId: typeof businessId === 'string' ? businessId : null }
}
