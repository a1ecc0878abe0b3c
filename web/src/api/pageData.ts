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

/** Data that the server rendered the page with. The script starts from it instead of fetching it again. */
export interface PageData {
  /** The business of the address, or the fixed one; null without a business. */
  business: PublicBusiness | null
  /** The data controller, on a legal page; null when no business is known. */
  legal?: LegalIdentity | null
  /** Sign-in methods, on the first step of the portal. */
  ways?: SignInWays
  /** Values of the form's fields by name. An unticked box is absent. */
  fields?: Readonly<Record<string, string>>
  /** Why the form was refused, when it was sent without a script. */
  problem?: ApiProblem & { status: number; retryAfter?: number }
  /** The form requested a portal code. */
  asked?: boolean
  session?: PortalSession
  /** Password recovery, on the staff sign-in page. */
  recovery?: PasswordRecovery
  signedIn?: SignIn
  /** The customer whom the form registered, and the sending browser. */
  registered?: { customer: RegisteredCustomer; browser?: Browser }
}

/** Null when the server rendered nothing. */
export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = () => useContext(PageDataContext)

/** Returns the refusal of the page's form as an ApiError; null without one. */
export function formError(page: PageData | null): ApiError | null {
  const problem = page?.problem
  return problem ? errorFromProblem(problem, problem.status, problem.retryAfter ?? null) : null
}

/** Clears the submitted form, because the next form belongs to another person. */
export function clearFormData(page: PageData | null): void {
  delete page?.fields
  delete page?.problem
  delete page?.asked
}
