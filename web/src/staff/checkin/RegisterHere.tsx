import { UserPlus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useSignedIn } from '@/api'
import { buttonLook } from '@/kit/buttonLook'
import { notify } from '@/kit/notify'
import { registrationPath } from '@/lib/registrationPath'
import { texts } from './texts'

/** Opens the registration form on this device, which later returns to the counter automatically. */
export function RegisterHere() {
  const { businessId } = useSignedIn()
  if (!businessId) return null
  const requireNetwork = (event: MouseEvent) => {
    if (navigator.onLine !== false) return
    event.preventDefault()
    notify.warning(texts.registerHere.offline)
  }
  return (
    <a
      href={`${registrationPath(businessId)}&mostrador=1`}
      onClick={requireNetwork}
      className={buttonLook({ variant: 'secondary', size: 'counter', wide: true })}
    >
      <UserPlus aria-hidden="true" className="size-6" />
      {texts.registerHere.act}
    </a>
  )
}
