import { type ReactNode, useEffect, useRef, useState } from 'react'
import { qrDownload, shownQrUrl } from '@/api/qrPicture'
import type { OwnChild } from '@/api/types'
import { walletLinks } from '@/api/walletLinks'
import { SaveQr } from '@/card/SaveQr'
import { QrCard } from '@/card/stamp-card/QrCard'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { WalletButtons } from '@/card/wallet/WalletButtons'
import { WalletQr } from '@/card/wallet/WalletQr'
import { chooseWalletOffer, saveButtonVariant } from '@/card/wallet/walletOffer'
import { Button } from '@/kit/Button'
import { firstNameOf } from '@/lib/whatsapp'
import type { FinishedRegistration } from './registrationStore'
import { texts } from './texts'

const words = texts.children
const qrSize = 196

/** The choice of a card. `selectedId` is a customer's id, initially the adult's. */
export interface CardChoice {
  selectedId: string
  /** The last child added; its card takes the focus. */
  newest: string | null
  choose: (id: string) => void
  addAndChoose: (child: OwnChild) => void
}

export function useCardChoice(adultId: string): CardChoice {
  const [selectedId, choose] = useState(adultId)
  const [newest, setNewest] = useState<string | null>(null)
  const addAndChoose = ({ id }: OwnChild) => {
    setNewest(id)
    choose(id)
  }
  return { selectedId, newest, choose, addAndChoose }
}

interface SelectedCardProps {
  adult: { id: string; name?: string | undefined }
  childCards: readonly OwnChild[]
  choice: CardChoice
  businessName: string
  look: FinishedRegistration['look']
  children: ReactNode
}

/** Shows one card at a time, because a camera that sees two QRs may read either. */
export function SelectedCard({ adult, childCards, choice, businessName, look, children }: SelectedCardProps) {
  const child = childCards.find(({ id }) => id === choice.selectedId)
  const adultName = adult.name || words.own
  return (
    <>
      <Names cards={[{ id: adult.id, name: adultName }, ...childCards]} choice={choice} />
      {child ? (
        <ChildCard
          key={child.id}
          child={child}
          businessName={businessName}
          look={look}
          isNew={child.id === choice.newest}
        />
      ) : (
        children
      )}
    </>
  )
}

interface NamesProps {
  cards: readonly { id: string; name: string }[]
  choice: CardChoice
}

function Names({ cards, choice: { selectedId, newest, choose } }: NamesProps) {
  const names = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (newest !== null) names.current?.scrollIntoView()
  }, [newest])
  if (cards.length < 2) return null
  return (
    <fieldset ref={names} className="w-full scroll-mt-4 text-center">
      <legend className="mx-auto mb-2 font-semibold">{words.choose}</legend>
      <div className="flex flex-wrap justify-center gap-2">
        {cards.map(({ id, name }) => (
          <Button
            key={id}
            variant="secondary"
            named
            translate="no"
            aria-pressed={id === selectedId}
            className="aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
            onClick={() => choose(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

interface ChildCardProps {
  child: OwnChild
  businessName: string
  look: FinishedRegistration['look']
  isNew: boolean
}

function ChildCard({ child, businessName, look, isNew }: ChildCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Without scrolling, because the names above scroll into view.
    if (isNew) title.current?.focus({ preventScroll: true })
  }, [isNew])
  const offer = chooseWalletOffer(walletLinks(child))
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
        <QrPicture src={shownQrUrl(child)} alt={texts.done.qr(child.name)} size={qrSize} />
      </QrCard>
      <div className="grid w-full gap-2">
        <WalletButtons offer={offer} whose={firstNameOf(child.name)} look={{ wide: true }} />
        <SaveQr
          file={qrDownload(child)}
          label={words.save(child.name)}
          look={{ wide: true, variant: saveButtonVariant(offer) }}
        />
        <WalletQr offer={offer} wide />
      </div>
    </div>
  )
}
