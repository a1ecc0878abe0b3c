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

/** Data that the server rendered the page with, so the script need not fetch them. */
export interface PageData {
  business: PublicBusiness | null
  /** The data controller, on a legal page; null when no business is known. */
  legal?: LegalIdentity | null
  ways?: SignInWays
  /** An unticked box is absent. */
  fields?: Readonly<Record<string, string>>
  problem?: ApiProblem & { status: number; retryAfter?: number }
  asked?: boolean
  session?: PortalSession
  recovery?: PasswordRecovery
  signedIn?: SignIn
  /** Registered by the form; `browser` sent it. */
  registered?: { customer: RegisteredCustomer; browser?: Browser }
}

/** Null when the server rendered nothing. */
export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = () => useContext(PageDataContext)

/** Null without a refusal. */
export function formError(page: PageData | null): ApiError | null {
  const problem = page?.problem
  return problem ? errorFromProblem(problem, problem.status, problem.retryAfter ?? null) : null
}

/** The next form belongs to another person. */
export function clearFormData(page: PageData | null): void {
  delete page?.fields
  delete page?.problem
  delete page?.asked
}
