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

/** What the server knew when it drew the page. The page begins with it, and asks for none of it again. */
export interface PageData {
  /** The business that the address names, or the one that the server has fixed; null where there is none. */
  business: PublicBusiness | null
  /** Who answers for the data, where it is a legal page; null where no business is known that would. */
  legal?: LegalIdentity | null
  /** How one signs in to the portal, where the page is its first step. */
  ways?: SignInWays
  /** What stands in the fields of its form, by their names; of a box that is not ticked nothing. */
  fields?: Readonly<Record<string, string>>
  /** Why that form was refused, where it was sent before a script had come. */
  problem?: ApiProblem & { status: number; retryAfter?: number }
  /** Whether a code for the portal was asked for by it. */
  asked?: boolean
  /** The session in the portal that it opened. */
  session?: PortalSession
  /** How an owner who forgot the password gets in again, where the page is the sign-in of the staff. */
  recovery?: PasswordRecovery
  /** The session of the staff that it opened. */
  signedIn?: SignIn
  /** Who became a customer by it, and the browser that has sent it. */
  registered?: { customer: RegisteredCustomer; browser?: Browser }
}

/** Null where the server has drawn nothing, and the page asks for everything itself. */
export const PageDataContext = createContext<PageData | null>(null)

/** What the server knew when it drew the page. */
export const usePageData = () => useContext(PageDataContext)

/** Why the form of a page was refused, as a call of the API would say it; null where it was not. */
export function formError(page: PageData | null): ApiError | null {
  const problem = page?.problem
  return problem ? errorFromProblem(problem, problem.status, problem.retryAfter ?? null) : null
}

/** Forgets what stood in the form of a page: the next form is another person's. */
export function clearFormData(page: PageData | null): void {
  delete page?.fields
  delete page?.problem
  delete page?.asked
}
