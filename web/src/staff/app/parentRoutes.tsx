import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { session } from '@/api'
import { Spinner } from '@/kit/Spinner'
import { saveReturnPath } from '@/shared/login/returnPath'
import { WhileSignedIn, WithBusiness } from './shell/SessionLayouts'
import { Shell } from './shell/Shell'

/** True if the page was opened without a session. */
export const isOpenedSignedOut = !session.get()

export const root = createRootRoute({ component: Shell, notFoundComponent: () => <Spinner /> })

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location, preload }) => {
    if (session.get()) return
    const owner = session.lapsedOwner
    if (owner && !preload) saveReturnPath(owner, location.href)
    throw redirect({ to: '/login' })
  },
  component: WhileSignedIn,
})

/** The operator must choose a business first. */
export const businessRoute = createRoute({
  getParentRoute: () => signedIn,
  id: 'of-a-business',
  component: WithBusiness,
})
