import { useState } from 'react'
import type { RegistrationRequest } from '@/acts/guest/registerCustomer'
import { type PageData, usePageData } from '@/api/pageData'
import type { MessageWays, OwnChild, RegisteredCustomer } from '@/api/types'
import type { Look } from '@/card/stamp-card/colours'
import type { Browser } from '@/lib/browser'
import { clearIdempotencyKeys } from '@/lib/idempotencyKeys'
import { digitsOf } from '@/lib/phone'
import { clearSignIn } from '@/lib/signInStorage'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { markDeviceShared, saveDeviceOwner } from './deviceOwner'
import { type Draft, emptyDraft } from './form'

export interface UnfinishedRegistration {
  draft: Draft
  attempt: RegistrationRequest | null
}

/** Number of registrations sent without the script that a tab remembers, for going back. */
const maxTakenOver = 20

export interface FinishedRegistration {
  customer: RegisteredCustomer
  /** The browser that sent the form without the script. */
  browser?: Browser
  ways?: MessageWays
  email?: string
  look?: Look
  /** Children added since the registration, in order. */
  children?: readonly OwnChild[]
}

/**
 * Reads the registration that the server rendered, once per tab: a reload must not overwrite added children or
 * the next person's form.
 */
export function useServerRegistration(businessId: string): FinishedRegistration | null {
  const { registered, business } = usePageData() ?? {}
  const [registration] = useState(() => {
    const sentRegistration = registered && {
      ...registered,
      look: business ?? undefined,
      ways: business ?? undefined,
    }
    return sentRegistration && registrationStore(businessId).takeOver(sentRegistration)
      ? sentRegistration
      : null
  })
  return registration
}

/** True unless the typed values are parts of the known ones: a value may be half typed. */
export function isOtherPerson(
  fields: PageData['fields'],
  knownPerson: { name: string; phone: string },
): boolean {
  const asOne = (name = '') => name.trim().replace(/\s+/g, ' ').toLowerCase()
  const otherName = knownPerson.name && !asOne(knownPerson.name).startsWith(asOne(fields?.name))
  const otherPhone = knownPerson.phone && !digitsOf(knownPerson.phone).includes(digitsOf(fields?.phone ?? ''))
  return Boolean(otherName || otherPhone)
}

/** Stores the registration in the tab, so that a reload loses nothing. */
export function registrationStore(businessId: string) {
  const draftKey = `axioma.registration.${businessId}`
  const doneKey = `axioma.registered.${businessId}`
  const takenKey = `axioma.taken.${businessId}`
  const keepFinished = (registration: FinishedRegistration) => writeStored(doneKey, registration, 'tab')
  const finish = (registration: FinishedRegistration) => {
    clearIdempotencyKeys()
    keepFinished(registration)
    saveDeviceOwner(registration.customer)
    removeStored(draftKey, 'tab')
  }
  return {
    readUnfinished(): UnfinishedRegistration {
      const storedRegistration = readStored(draftKey, 'tab') as Partial<UnfinishedRegistration> | null
      return {
        draft: { ...emptyDraft, ...storedRegistration?.draft },
        attempt: storedRegistration?.attempt ?? null,
      }
    },
    keep(registration: UnfinishedRegistration): void {
      writeStored(draftKey, registration, 'tab')
    },
    readFinished(): FinishedRegistration | null {
      const storedRegistration = readStored(doneKey, 'tab') as Partial<FinishedRegistration> | null
      return storedRegistration?.customer?.id ? (storedRegistration as FinishedRegistration) : null
    },
    finish,
    /** Stores a registration sent without the script. False if this tab has already stored it. */
    takeOver(registration: FinishedRegistration): boolean {
      const storedValue = readStored(takenKey, 'tab')
      const takenIds: unknown[] = Array.isArray(storedValue) ? storedValue : []
      if (takenIds.includes(registration.customer.id)) return false
      writeStored(takenKey, [...takenIds, registration.customer.id].slice(-maxTakenOver), 'tab')
      finish(registration)
      return true
    },
    withChild(registration: FinishedRegistration, child: OwnChild): FinishedRegistration {
      const next = { ...registration, children: [...(registration.children ?? []), child] }
      keepFinished(next)
      return next
    },
    startOver(): void {
      clearSignIn()
      clearIdempotencyKeys()
      markDeviceShared(businessId)
      removeStored(doneKey, 'tab')
    },
  }
}
