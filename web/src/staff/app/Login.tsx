import { useNavigate } from '@tanstack/react-router'
import { LoginScreen } from '@/shared/login/LoginScreen'

/** The sign-in on an open page. A page load gets the server's sign-in (decision 0026). */
export function Login() {
  const navigate = useNavigate()
  return <LoginScreen onSignedIn={(place) => void navigate({ to: '/', href: place })} />
}
