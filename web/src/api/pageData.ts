import { createContext, useContext } from 'react'
import type { Browser } from '@/lib/browser'
import { type ApiError, errorFromProblem } from './error'
import type {
  ApiProblem,
  LegalIdentity,
  PasswordRecovery,
  PortalSession,
  PublicBusiness,
  RegisteredCustomer,
  SignIn,
  SignInWays,
} from './types'

/** Data with which the server rendered the page; the script need not fetch them. */
export interface PageData {
  business: PublicBusiness | null
  /** The data controller, on a legal page; null when no business is known. */
  legal?: LegalIdentity | null
  ways?: SignInWays
  /** What the form sent. An unticked box is absent. */
  fields?: Readonly<Record<string, string>>
  problem?: ApiProblem & { status: number; retryAfter?: number }
  asked?: boolean
  session?: PortalSession
  recovery?: PasswordRecovery
  signedIn?: SignIn
  /** The customer who registered by the form without the script, and the browser that sent the form. */
  registered?: { customer: RegisteredCustomer; browser?: Browser }
}

export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = () => useContext(PageDataContext)

/** The server's refusal of the form; null without one. */
export function formError(page: PageData | null): ApiError | null {
  const problem = page?.problem
  return problem ? errorFromProblem(problem, problem.status, problem.retryAfter ?? null) : null
}

/** Discards what the form sent: the next form belongs to another person. */
export function clearFormData(page: PageData | null): void {
  delete page?.fields
  delete page?.problem
  delete page?.asked
}
