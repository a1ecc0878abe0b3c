import { useNavigate } from '@tanstack/react-router'
import { LoginScreen } from '@/shared/login/LoginScreen'

/** Only for an open page. A fresh visit gets the server's page (decision 0026). */
export function Login() {
  const navigate = useNavigate()
  return <LoginScreen onSignedIn={(place) => void navigate({ to: '/', href: place })} />
}
