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

/** What somebody typed, and how it was sent last. */
export interface UnfinishedRegistration {
  draft: Draft
  attempt: RegistrationRequest | null
}

/** How many results a tab knows again: those to which going back may still lead. */
const maxTakenOver = 20

/** A registration that went through. */
export interface FinishedRegistration {
  customer: RegisteredCustomer
  /** The browser that has sent the form without a script. */
  browser?: Browser
  /** Which messages of the business leave. */
  ways?: MessageWays
  /** The e-mail that was typed; it is not known of a form that no script has sent. */
  email?: string
  /** Of the business at which she registered. */
  look?: Look
  /** Whom she has added since, in that order. */
  children?: readonly OwnChild[]
}

/**
 * The registration with which the page came, sent before a script was there; null where it came with none. The tab takes it
 * over once: a page that is loaded anew comes with it again, when the tab may have children of hers, or the next person's.
 */
export function useServerRegistration(businessId: string): FinishedRegistration | null {
  const { registered, business } = usePageData() ?? {}
  const [given] = useState(() => {
    const sent = registered && { ...registered, look: business ?? undefined, ways: business ?? undefined }
    return sent && registrationStore(businessId).takeOver(sent) ? sent : null
  })
  return given
}

/**
 * Whether the form of a page, which somebody has begun to fill in before its script came, is another person's than whom
 * the tab knows: what is half typed is the beginning of the same name and phone.
 */
export function isOtherPerson(fields: PageData['fields'], known: { name: string; phone: string }): boolean {
  const asOne = (name = '') => name.trim().replace(/\s+/g, ' ').toLowerCase()
  const otherName = known.name && !asOne(known.name).startsWith(asOne(fields?.name))
  const otherPhone = known.phone && !digitsOf(known.phone).includes(digitsOf(fields?.phone ?? ''))
  return Boolean(otherName || otherPhone)
}

/** What the tab keeps of the registration at one business, so that a reload loses nothing. */
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
    /** Keeps the result and forgets what was typed, and what anybody before her has asked for. */
    finish,
    /** Finishes with a result that was sent before a script was there. False where that was done before. */
    takeOver(sent: FinishedRegistration): boolean {
      const stored = readStored(takenKey, 'tab')
      const taken: unknown[] = Array.isArray(stored) ? stored : []
      if (taken.includes(sent.customer.id)) return false
      writeStored(takenKey, [...taken, sent.customer.id].slice(-maxTakenOver), 'tab')
      finish(sent)
      return true
    },
    /** Keeps that she has added a child, and returns the result with her. */
    withChild(finished: FinishedRegistration, child: OwnChild): FinishedRegistration {
      const next = { ...finished, children: [...(finished.children ?? []), child] }
      keepFinished(next)
      return next
    },
    /** Forgets the result and whatever else the tab knows of her, for the next person. */
    startOver(): void {
      clearSignIn()
      clearIdempotencyKeys()
      markDeviceShared(businessId)
      removeStored(doneKey, 'tab')
    },
  }
}
