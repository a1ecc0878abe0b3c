import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { qrDownload, shownQrUrl } from '@/api/qrPicture'
import type { OwnChild } from '@/api/types'
import { walletLinks } from '@/api/walletLinks'
import { OwedPanel } from '@/card/OwedPanel'
import { SaveQr } from '@/card/SaveQr'
import { QrCard } from '@/card/stamp-card/QrCard'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { WalletButtons } from '@/card/wallet/WalletButtons'
import { WalletQr } from '@/card/wallet/WalletQr'
import { chooseWalletOffer, saveButtonVariant } from '@/card/wallet/walletOffer'
import { withNames } from '@/kit/withNames'
import { currentBrowser } from '@/lib/browser'
import { inBrowser } from '@/lib/inBrowser'
import { registrationPath } from '@/lib/registrationPath'
import { Children } from './Children'
import { PhoneProof } from './PhoneProof'
import { PointsLink } from './PointsLink'
import { RegisterAnother } from './RegisterAnother'
import type { FinishedRegistration } from './registrationStore'
import { SelectedCard, useCardChoice } from './SelectedCard'
import { cardNote, sentNote } from './sentNote'
import { texts } from './texts'

const qrSize = 196
const keep = { size: 'counter', wide: true } as const

interface RegistrationResultProps {
  registration: FinishedRegistration
  onAnother: () => void
  onChild: (child: OwnChild) => void
}

export function RegistrationResult({ registration, onAnother, onChild }: RegistrationResultProps) {
  const { customer, look } = registration
  const choice = useCardChoice(customer.id)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    title.current?.focus()
  }, [])
  return (
    <div className="mx-auto grid w-full max-w-4xl items-center gap-x-16 gap-y-8 lg:grid-cols-2 lg:py-10">
      <div className="grid gap-4 text-center lg:col-start-2 lg:row-start-1 lg:self-end lg:text-left">
        <h1
          ref={title}
          tabIndex={-1}
          className="grid justify-items-center gap-2 font-sign text-display font-extrabold outline-none lg:justify-items-start lg:text-poster"
        >
          <CircleCheck aria-hidden="true" className="size-9 text-accent" />
          {texts.done.title}
        </h1>
        <p className="text-counter">
          <strong>{withNames(texts.done.thanks(customer.name), customer.name)}</strong> {texts.done.howTo}
        </p>
        <p className="text-counter font-semibold [overflow-wrap:anywhere]">
          {texts.done.welcome(customer.welcomeText ?? null)}
        </p>
      </div>
      <div className="grid justify-items-center gap-4 lg:row-span-2 lg:row-start-1">
        <SelectedCard
          adult={customer}
          childCards={registration.children ?? []}
          choice={choice}
          businessName={customer.businessName}
          look={look}
        >
          <OwnCard registration={registration} />
        </SelectedCard>
      </div>
      <div className="empty:hidden lg:col-span-2 lg:row-start-3">
        {inBrowser && (
          <Children
            registration={registration}
            onAdded={(child) => {
              onChild(child)
              choice.addAndChoose(child)
            }}
          />
        )}
      </div>
      <div className="mx-auto grid w-full max-w-md gap-6 lg:col-start-2 lg:row-start-2 lg:mx-0 lg:self-start">
        <PhoneProof customerId={customer.id} />
        <OwedPanel kind="WELCOME" promise={customer.welcomeText} />
      </div>
      <div className="grid justify-items-center gap-1 lg:col-span-2">
        <RegisterAnother
          form={registrationPath(customer.businessId)}
          onAnother={onAnother}
          className="justify-self-center"
        />
        <p className="text-center text-small text-ink-soft">{texts.done.anotherHelp}</p>
      </div>
    </div>
  )
}

function OwnCard({ registration }: Pick<RegistrationResultProps, 'registration'>) {
  const { customer, look } = registration
  const offer = chooseWalletOffer(walletLinks(customer), currentBrowser() ?? registration.browser)
  return (
    <>
      <QrCard businessName={customer.businessName} look={look} customerName={customer.name}>
        <QrPicture src={shownQrUrl(customer)} alt={texts.done.qr(customer.name)} size={qrSize} />
      </QrCard>
      <div className="grid w-full max-w-[320px] gap-2">
        <WalletButtons offer={offer} look={keep} />
        <SaveQr
          file={qrDownload(customer)}
          label={texts.done.save}
          look={{ ...keep, variant: saveButtonVariant(offer) }}
        />
        <WalletQr offer={offer} wide />
        <PointsLink businessId={customer.businessId} phone={customer.phone} />
        <p className="text-center text-small text-ink-soft">
          {cardNote(registration)} {sentNote(registration)}
        </p>
      </div>
    </>
  )
}
