import { useNavigate } from '@tanstack/react-router'
import { session } from '@/api'
import { LoginScreen } from '@/shared/login/LoginScreen'
import { isOpenedSignedOut } from './parentRoutes'
import { rememberLink } from './rememberLink'

// Only once for each page load.
if (isOpenedSignedOut && !session.isLapsed) rememberLink()

/** The sign-in form after a client-side navigation. A page load gets the server-rendered one (decision 0026). */
export function Login() {
  const navigate = useNavigate()
  return <LoginScreen onSignedIn={(place) => void navigate({ to: '/', href: place })} />
}
