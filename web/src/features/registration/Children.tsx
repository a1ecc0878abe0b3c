import { Baby } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOwnChild } from '@/acts/ownChild'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { qrDownload, qrShown } from '@/api/qrPicture'
import type { NewChild, OwnChild } from '@/api/types'
import { walletLinks } from '@/api/walletLinks'
import { firstNameOf } from '@/lib/whatsapp'
import { Button } from '@/ui/Button'
import { OwnChildForm } from '@/ui/child/OwnChildForm'
import { SaveQr } from '@/ui/SaveQr'
import { QrCard } from '@/ui/stamp-card/QrCard'
import { QrPicture } from '@/ui/stamp-card/QrPicture'
import { walletOffer } from '@/ui/wallet/offer'
import { WalletButtons } from '@/ui/wallet/WalletButtons'
import type { Finished } from './kept'
import { texts } from './texts'

const words = texts.children
const qrSize = 196

interface ChildrenProps {
  finished: Finished
  onAdded: (child: OwnChild) => void
}

/** The cards of the children whom a newcomer adds without typing her phone again, and the way to another one. */
export function Children({ finished, onAdded }: ChildrenProps) {
  const { children = [], customer, look } = finished
  const [latest, setLatest] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  // One at a time: a camera that sees two codes reads either.
  const shown = children.find(({ id }) => id === chosen) ?? children.at(-1)
  const token = customer.registrationToken
  if (!token && children.length === 0) return null
  return (
    <section aria-label={words.title} className="grid w-full gap-6">
      <ChildSwitch all={children} shown={shown?.id} onChoose={setChosen} />
      {shown && (
        <div className="grid justify-center">
          <ChildCard
            key={shown.id}
            child={shown}
            businessName={customer.businessName}
            look={look}
            isNew={shown.id === latest}
          />
        </div>
      )}
      {token && (
        <AddChild
          token={token}
          onAdded={(child) => {
            setLatest(child.id)
            setChosen(child.id)
            onAdded(child)
          }}
        />
      )}
    </section>
  )
}

interface ChildSwitchProps {
  all: readonly OwnChild[]
  /** The id of the child whose QR is shown. */
  shown: string | undefined
  onChoose: (id: string) => void
}

/** Chooses whose QR is shown; nothing where there is one. */
function ChildSwitch({ all, shown, onChoose }: ChildSwitchProps) {
  if (all.length < 2) return null
  return (
    <fieldset className="flex flex-wrap justify-center gap-2">
      <legend className="sr-only">{words.choose}</legend>
      {all.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          named
          aria-pressed={id === shown}
          className="aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
          onClick={() => onChoose(id)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  )
}

interface ChildCardProps {
  child: OwnChild
  businessName: string
  look: Finished['look']
  /** Whether she has just been added: then this is what is read next. */
  isNew: boolean
}

function ChildCard({ child, businessName, look, isNew }: ChildCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  const offer = walletOffer(walletLinks(child))
  return (
    <div className="grid w-full max-w-[320px] content-start justify-items-center gap-4">
      <h2
        ref={title}
        tabIndex={-1}
        className="w-full text-center text-title font-bold outline-none [overflow-wrap:anywhere]"
      >
        {words.cardOf(child.name)}
      </h2>
      <QrCard businessName={businessName} look={look} customerName={child.name}>
        <QrPicture src={qrShown(child)} alt={texts.done.qr(child.name)} size={qrSize} />
      </QrCard>
      <div className="grid w-full gap-2">
        <WalletButtons offer={offer} whose={firstNameOf(child.name)} look={{ wide: true }} />
        <SaveQr
          file={qrDownload(child)}
          label={words.save(child.name)}
          look={{ wide: true, variant: offer?.links ? 'secondary' : 'primary' }}
        />
      </div>
    </div>
  )
}

interface AddChildProps {
  token: string
  onAdded: (child: OwnChild) => void
}

function AddChild({ token, onAdded }: AddChildProps) {
  const [state, setState] = useState<'not' | 'asked' | 'left'>('not')
  const adding = useOwnChild(
    (child, key) => send(child, token, key),
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
        // The focus comes back from the form that took the button's place.
        autoFocus={state === 'left'}
        onClick={() => setState('asked')}
      >
        {words.add}
      </Button>
      <p className="text-center text-small text-ink-soft">{words.intro}</p>
    </div>
  )
}

/** A token that holds no longer is no reason to sign in anew: she has not signed in yet. */
function send(child: NewChild, registrationToken: string, key: string): Promise<OwnChild> {
  return answer(
    publicApi.POST('/public/customers/children', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...child, registrationToken },
    }),
  ).catch((error: unknown) => {
    throw isApiError(error) && error.status === 401 ? new Error(words.late) : error
  })
}
