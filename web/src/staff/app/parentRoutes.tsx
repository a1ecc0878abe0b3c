import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { session } from '@/api'
import { Spinner } from '@/kit/Spinner'
import { saveReturnPath } from '@/shared/login/returnPath'
import { WhileSignedIn, WithBusiness } from './shell/SessionLayouts'
import { Shell } from './shell/Shell'

export const root = createRootRoute({ component: Shell, notFoundComponent: () => <Spinner /> })

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location, preload }) => {
    if (session.get()) return
    if (session.lapsedOwner && !preload) saveReturnPath(session.lapsedOwner, location.href)
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
