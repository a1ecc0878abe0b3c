import { useNavigate } from '@tanstack/react-router'
import { LoginScreen } from '@/shared/login/LoginScreen'

/** The sign-in of a page that is open already; who comes from elsewhere gets the server's (decision 0026). */
export function Login() {
  const navigate = useNavigate()
  return <LoginScreen onSignedIn={(place) => void navigate({ to: '/', href: place })} />
}
