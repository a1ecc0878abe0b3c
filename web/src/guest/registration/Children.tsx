import { Baby } from 'lucide-react'
import { useState } from 'react'
import { registerChild } from '@/acts/guest/registerCustomer'
import { useAddOwnChild } from '@/acts/guest/useAddOwnChild'
import type { OwnChild } from '@/api/types'
import { OwnChildForm } from '@/card/child/OwnChildForm'
import { Button } from '@/kit/Button'
import type { FinishedRegistration } from './registrationStore'
import { texts } from './texts'

const words = texts.children

interface ChildrenProps {
  registration: FinishedRegistration
  onAdded: (child: OwnChild) => void
}

export function Children({ registration: { customer }, onAdded }: ChildrenProps) {
  if (!customer.registrationToken) return null
  return (
    <section aria-label={words.title} className="w-full">
      <AddChild token={customer.registrationToken} onAdded={onAdded} />
    </section>
  )
}

interface AddChildProps {
  token: string
  onAdded: (child: OwnChild) => void
}

function AddChild({ token, onAdded }: AddChildProps) {
  const [state, setState] = useState<'not' | 'asked' | 'left'>('not')
  const adding = useAddOwnChild(
    (child, key) => registerChild(child, { token, key, late: words.late }),
    (child) => {
      setState('not')
      onAdded(child)
    },
  )
  if (state === 'asked') {
    return (
      <div className="mx-auto w-full max-w-md">
        <OwnChildForm adding={adding} onCancel={() => setState('left')} />
      </div>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-md justify-items-center gap-2">
      <Button
        variant="secondary"
        wide
        icon={<Baby aria-hidden="true" className="size-5" />}
        // After the form closes, the focus returns to this button.
        autoFocus={state === 'left'}
        onClick={() => setState('asked')}
      >
        {words.add}
      </Button>
      <p className="text-center text-small text-ink-soft">{words.intro}</p>
    </div>
  )
}
