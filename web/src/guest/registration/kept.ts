import { useState } from 'react'
import type { Attempt } from '@/acts/guest/registerCustomer'
import { type Shown, useShown } from '@/api/shown'
import type { MessageWays, OwnChild, RegisteredCustomer } from '@/api/types'
import type { Look } from '@/card/stamp-card/colours'
import { forgetApplicant } from '@/lib/applicant'
import { forgetKeys } from '@/lib/openKeys'
import { digitsOf } from '@/lib/phone'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { Browser } from '@/lib/telephone'
import { keepDeviceOwner, shareDevice } from './deviceOwner'
import { type Draft, emptyDraft } from './form'

/** What somebody typed, and how it was sent last. */
export interface Unfinished {
  draft: Draft
  attempt: Attempt | null
}

/** How many results a tab knows again: those to which going back may still lead. */
const takenKept = 20

/** A registration that went through. */
export interface Finished {
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
export function useTakenOver(businessId: string): Finished | null {
  const { registered, business } = useShown() ?? {}
  const [given] = useState(() => {
    const sent = registered && { ...registered, look: business ?? undefined, ways: business ?? undefined }
    return sent && keptFor(businessId).takeOver(sent) ? sent : null
  })
  return given
}

/**
 * Whether the form of a page, which somebody has begun to fill in before its script came, is another person's than whom
 * the tab knows: what is half typed is the beginning of the same name and phone.
 */
export function isAnother(fields: Shown['fields'], known: { name: string; phone: string }): boolean {
  const asOne = (name = '') => name.trim().replace(/\s+/g, ' ').toLowerCase()
  const otherName = known.name && !asOne(known.name).startsWith(asOne(fields?.name))
  const otherPhone = known.phone && !digitsOf(known.phone).includes(digitsOf(fields?.phone ?? ''))
  return Boolean(otherName || otherPhone)
}

/** What the tab keeps of the registration at one business, so that a reload loses nothing. */
export function keptFor(businessId: string) {
  const draftKey = `axioma.registration.${businessId}`
  const doneKey = `axioma.registered.${businessId}`
  const takenKey = `axioma.taken.${businessId}`
  const keepFinished = (finished: Finished) => writeStored(doneKey, finished, 'tab')
  const finish = (finished: Finished) => {
    forgetKeys()
    keepFinished(finished)
    keepDeviceOwner(finished.customer)
    removeStored(draftKey, 'tab')
  }
  return {
    unfinished(): Unfinished {
      const stored = readStored(draftKey, 'tab') as Partial<Unfinished> | null
      return { draft: { ...emptyDraft, ...stored?.draft }, attempt: stored?.attempt ?? null }
    },
    keep(unfinished: Unfinished): void {
      writeStored(draftKey, unfinished, 'tab')
    },
    finished(): Finished | null {
      const stored = readStored(doneKey, 'tab') as Partial<Finished> | null
      return stored?.customer?.id ? (stored as Finished) : null
    },
    /** Keeps the result and forgets what was typed, and what anybody before her has asked for. */
    finish,
    /** Finishes with a result that was sent before a script was there. False where that was done before. */
    takeOver(sent: Finished): boolean {
      const stored = readStored(takenKey, 'tab')
      const taken: unknown[] = Array.isArray(stored) ? stored : []
      if (taken.includes(sent.customer.id)) return false
      writeStored(takenKey, [...taken, sent.customer.id].slice(-takenKept), 'tab')
      finish(sent)
      return true
    },
    /** Keeps that she has added a child, and returns the result with her. */
    withChild(finished: Finished, child: OwnChild): Finished {
      const next = { ...finished, children: [...(finished.children ?? []), child] }
      keepFinished(next)
      return next
    },
    /** Forgets the result and whatever else the tab knows of her, for the next person. */
    startOver(): void {
      forgetApplicant()
      forgetKeys()
      shareDevice(businessId)
      removeStored(doneKey, 'tab')
    },
  }
}
