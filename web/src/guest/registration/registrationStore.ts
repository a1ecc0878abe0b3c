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
  const [given] = useState(() => {
    const sent = registered && { ...registered, look: business ?? undefined, ways: business ?? undefined }
    return sent && registrationStore(businessId).takeOver(sent) ? sent : null
  })
  return given
}

/** True unless the typed values are parts of the known ones: a value may be half typed. */
export function isOtherPerson(fields: PageData['fields'], known: { name: string; phone: string }): boolean {
  const asOne = (name = '') => name.trim().replace(/\s+/g, ' ').toLowerCase()
  const otherName = known.name && !asOne(known.name).startsWith(asOne(fields?.name))
  const otherPhone = known.phone && !digitsOf(known.phone).includes(digitsOf(fields?.phone ?? ''))
  return Boolean(otherName || otherPhone)
}

/** Stores the registration in the tab, so that a reload loses nothing. */
export function registrationStore(businessId: string) {
  const draftKey = `axioma.registration.${businessId}`
  const doneKey = `axioma.registered.${businessId}`
  const takenKey = `axioma.taken.${businessId}`
  const keepFinished = (finished: FinishedRegistration) => writeStored(doneKey, finished, 'tab')
  const finish = (finished: FinishedRegistration) => {
    clearIdempotencyKeys()
    keepFinished(finished)
    saveDeviceOwner(finished.customer)
    removeStored(draftKey, 'tab')
  }
  return {
    unfinished(): UnfinishedRegistration {
      const stored = readStored(draftKey, 'tab') as Partial<UnfinishedRegistration> | null
      return { draft: { ...emptyDraft, ...stored?.draft }, attempt: stored?.attempt ?? null }
    },
    keep(unfinished: UnfinishedRegistration): void {
      writeStored(draftKey, unfinished, 'tab')
    },
    finished(): FinishedRegistration | null {
      const stored = readStored(doneKey, 'tab') as Partial<FinishedRegistration> | null
      return stored?.customer?.id ? (stored as FinishedRegistration) : null
    },
    finish,
    /** Stores a registration sent without the script. False if this tab has already stored it. */
    takeOver(sent: FinishedRegistration): boolean {
      const stored = readStored(takenKey, 'tab')
      const takenIds: unknown[] = Array.isArray(stored) ? stored : []
      if (takenIds.includes(sent.customer.id)) return false
      writeStored(takenKey, [...takenIds, sent.customer.id].slice(-maxTakenOver), 'tab')
      finish(sent)
      return true
    },
    withChild(finished: FinishedRegistration, child: OwnChild): FinishedRegistration {
      const next = { ...finished, children: [...(finished.children ?? []), child] }
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
