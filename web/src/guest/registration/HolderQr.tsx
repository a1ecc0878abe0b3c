import { useEffect, useRef, useState } from 'react'
import { unsubscribe } from '@/acts/guest/unsubscribe'
import { useAction } from '@/acts/shared/useAction'
import { qrDownload, qrPictureUrl } from '@/api/qrPicture'
import { isOfFamily, owedByKind } from '@/api/rewards'
import type { PublicBusiness } from '@/api/types'
import { walletLinks } from '@/api/walletLinks'
import { OwedPanel } from '@/card/OwedPanel'
import { SaveQr } from '@/card/SaveQr'
import { QrCard } from '@/card/stamp-card/QrCard'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { StampCard } from '@/card/stamp-card/StampCard'
import { WalletButtons } from '@/card/wallet/WalletButtons'
import { WalletQr } from '@/card/wallet/WalletQr'
import { chooseWalletOffer, saveButtonVariant } from '@/card/wallet/walletOffer'
import { Button } from '@/kit/Button'
import { Fact, FactList } from '@/kit/FactList'
import { Notice } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { Verbatim } from '@/kit/Verbatim'
import { errorText } from '@/lib/errors'
import { inBrowser } from '@/lib/inBrowser'
import { formatPhone } from '@/lib/phone'
import { registrationPath } from '@/lib/registrationPath'
import { Children } from './Children'
import { HolderVisits } from './HolderVisits'
import { type Holder, useHolder } from './holder'
import { PhoneProof } from './PhoneProof'
import { PointsLink } from './PointsLink'
import { RegisterAnother } from './RegisterAnother'
import { type FinishedRegistration, registrationStore } from './registrationStore'
import { SelectedCard, useCardChoice } from './SelectedCard'
import { sentNote } from './sentNote'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

const words = texts.fixed
const size = 196
const page = 'mx-auto grid w-full max-w-4xl gap-6 lg:grid-cols-2 lg:items-start lg:gap-12'

interface HolderQrProps {
  business: PublicBusiness
  holder: Holder
  kind: FormKind
  onStartOver: () => void
}

/** Shows a notice if the id is unknown. */
export function HolderQr({ business, holder: knownHolder, kind, onStartOver }: HolderQrProps) {
  const holder = useHolder(knownHolder, business.id)
  if (holder === null) return <Loading />
  if (holder === 'notFound') {
    // A link contains only an id. In the open form the id always comes from this device.
    const wasStored = kind === 'open' || knownHolder.name !== undefined
    return (
      <HolderNotFound businessId={business.id} kind={kind} wasStored={wasStored} onRegister={onStartOver} />
    )
  }
  return <HolderPage business={business} holder={holder} kind={kind} onStartOver={onStartOver} />
}

function Loading() {
  return (
    <div className={page}>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="h-8 w-32 lg:col-span-2 lg:h-11" />
      <Skeleton className="h-85 w-full max-w-80 justify-self-center rounded-box" />
      <Skeleton className="h-85 rounded-box" />
    </div>
  )
}

interface HolderNotFoundProps {
  businessId: string
  kind: FormKind
  /** True if the id was stored on this device. Its customer may have a new QR since. */
  wasStored: boolean
  onRegister: () => void
}

function HolderNotFound({ businessId, kind, wasStored, onRegister }: HolderNotFoundProps) {
  const title = useHeading()
  return (
    <div className="mx-auto grid max-w-xl gap-6 sm:pt-10">
      <h1 ref={title} tabIndex={-1} className="font-sign text-display font-extrabold outline-none">
        {words.notFound.title}
      </h1>
      <Notice tone="warning">{wasStored ? words.notFound.detailHere : words.notFound.detail}</Notice>
      <div className="flex flex-wrap gap-3">
        <PointsLink
          businessId={businessId}
          from={kind}
          look={{ variant: wasStored ? 'primary' : 'secondary' }}
        />
        <Button variant={wasStored ? 'secondary' : 'primary'} onClick={onRegister}>
          {words.notFound.register}
        </Button>
      </div>
    </div>
  )
}

function useHeading() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return title
}

function HolderPage({ business, holder, kind, onStartOver }: HolderQrProps) {
  const title = useHeading()
  const store = registrationStore(business.id)
  const [newcomer, setNewcomer] = useState(() => readNewcomer(business, holder))
  const choice = useCardChoice(holder.id)
  return (
    <div className={page}>
      <h1
        ref={title}
        tabIndex={-1}
        className="font-sign text-display font-extrabold outline-none lg:col-span-2 lg:text-poster"
      >
        {words.title}
      </h1>
      <div className="grid justify-items-center gap-4">
        <SelectedCard
          adult={holder}
          childCards={newcomer?.children ?? []}
          choice={choice}
          businessName={business.name}
          look={business}
        >
          <HoldersOwn business={business} holder={holder} kind={kind} newcomer={newcomer} />
        </SelectedCard>
      </div>
      <div className="grid gap-6">
        <FactList>
          <Fact name={words.business}>
            <Verbatim>{business.name}</Verbatim>
          </Fact>
          <Fact name={words.id}>{holder.id}</Fact>
          {holder.name && (
            <Fact name={words.name}>
              <Verbatim>{holder.name}</Verbatim>
            </Fact>
          )}
          {holder.phone && (
            <Fact name={words.phone}>
              <Verbatim>{formatPhone(holder.phone)}</Verbatim>
            </Fact>
          )}
        </FactList>
        <PhoneProof customerId={holder.id} />
        {inBrowser && <HolderVisits id={holder.id} timeZone={business.timezone} />}
        {inBrowser && newcomer && (
          <Children
            registration={newcomer}
            onAdded={(child) => {
              setNewcomer(store.withChild(newcomer, child))
              choice.addAndChoose(child)
            }}
          />
        )}
        {inBrowser && <Unsubscribe id={holder.id} />}
        <RegisterAnother
          form={kind === 'open' ? registrationPath(business.id) : '/qr'}
          onAnother={onStartOver}
          className="justify-self-start"
        />
      </div>
    </div>
  )
}

function readNewcomer(business: PublicBusiness, holder: Holder): FinishedRegistration | null {
  const registration = registrationStore(business.id).readFinished()
  return registration?.customer.id === holder.id ? registration : null
}

interface HoldersOwnProps {
  business: PublicBusiness
  holder: Holder
  kind: FormKind
  newcomer: FinishedRegistration | null
}

function HoldersOwn({ business, holder, kind, newcomer }: HoldersOwnProps) {
  const offer = chooseWalletOffer(walletLinks(holder))
  return (
    <>
      <QrCard businessName={business.name} look={business} customerName={holder.name}>
        <QrPicture src={qrPictureUrl({ id: holder.id })} alt={words.qr} size={size} />
      </QrCard>
      <div className="flex flex-wrap justify-center gap-3">
        <WalletButtons offer={offer} />
        <SaveQr
          file={qrDownload({ id: holder.id })}
          label={words.download}
          look={{ variant: saveButtonVariant(offer) }}
        />
        <PointsLink businessId={business.id} from={kind} phone={holder.phone} />
      </div>
      <WalletQr offer={offer} />
      <HolderCard business={business} holder={holder} newcomer={newcomer} />
      {newcomer && <p className="max-w-md text-center text-small text-ink-soft">{sentNote(newcomer)}</p>}
    </>
  )
}

/** Shows the card only in the browser that registered the customer. */
function HolderCard({ business, holder, newcomer }: Omit<HoldersOwnProps, 'kind'>) {
  const { progress } = holder
  if (!progress) {
    return newcomer && <OwedPanel kind="WELCOME" promise={newcomer.customer.welcomeText} />
  }
  const owed = owedByKind(progress.rewards)
  return (
    <div className="grid w-full max-w-110 gap-4">
      {owed.map(({ kind, oldest, count }) => (
        <OwedPanel
          key={kind}
          kind={kind}
          promise={oldest.promise}
          more={count - 1}
          ofFamily={isOfFamily(oldest, progress)}
        />
      ))}
      <StampCard
        businessName={business.name}
        look={business}
        customerName={progress.familyName ?? holder.name}
        count={progress.count}
        target={progress.target}
        halfMilestone={progress.halfMilestone}
        vip={progress.vip}
        pendingKinds={owed.map(({ kind }) => kind)}
        className="justify-self-center"
      />
    </div>
  )
}

function Unsubscribe({ id }: { id: string }) {
  const [done, setDone] = useState(false)
  const { isPending, error, start } = useAction(async () => {
    await unsubscribe(id)
    setDone(true)
  })
  if (done) return <Notice tone="success">{words.unsubscribed}</Notice>
  return (
    <section className="grid justify-items-start gap-2">
      {error && (
        <Notice tone="error" title={words.notUnsubscribed} className="w-full">
          {errorText(error, words.notUnsubscribed)}
        </Notice>
      )}
      <p className="text-ink-soft">{words.unsubscribeHelp}</p>
      <Button variant="secondary" busy={isPending} busyLabel={words.unsubscribing} onClick={() => start()}>
        {words.unsubscribe}
      </Button>
    </section>
  )
}
