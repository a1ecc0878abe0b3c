import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { Role } from './types'

const storageKey = 'axioma.actingOn'

/** The part of a session that says on which business it acts. */
interface Acting {
  email: string
  role: Role
  businessId: string | null
}

interface Choice {
  /** Of the operator whose choice it is. */
  email: string
  businessId: string | null
}

/**
 * The business that the operator of the platform acts on belongs to the tab, so that what is being filled in here never
 * goes to one that was chosen elsewhere. A new tab begins with the one chosen last on the device.
 */
export class TabBusiness {
  #choice = readChoice()

  /** The session as this tab has it: with its own choice where the same operator has made one. */
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
  const stored = readStored(storageKey, 'tab')
  if (typeof stored !== 'object' || stored === null) return null
  const { email, businessId } = stored as Record<string, unknown>
  if (typeof email !== 'string') return null
  return { email, businessId: typeof businessId === 'string' ? businessId : null }
}
