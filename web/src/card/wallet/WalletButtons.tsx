import { WalletCards } from 'lucide-react'
import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { CopyButton } from '@/kit/CopyButton'
import { Notice } from '@/kit/Notice'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'
import type { WalletLink, WalletOffer } from './walletOffer'

interface WalletButtonsProps {
  offer: WalletOffer | null
  whose?: string
  look?: ButtonLook
}

/**
 * Plain links to passes, because browsers open a pass only as the response of a navigation. Links in the response to a
 * POST send no referrer: an error page links back to it, and a GET of that URL does not show the card.
 */
export function WalletButtons({ offer, whose, look = {} }: WalletButtonsProps) {
  return (
    <>
      {offer?.links?.map(({ wallet, href, badge }) => (
        <WalletButton
          key={wallet}
          href={href}
          look={look}
          isServerRendered={offer.isServerRendered}
          badge={badge}
        >
          {texts.add(texts.wallets[wallet], whose)}
        </WalletButton>
      ))}
      {offer?.external && <OpenInBrowser way={offer.external} />}
      {offer?.family && (
        <WalletButton href={offer.family.href} look={{ ...look, variant: 'secondary' }}>
          {texts.addFamily(offer.family)}
        </WalletButton>
      )}
    </>
  )
}

/** Shows the address to open in a browser. In-app browsers open no passes. */
function OpenInBrowser({ way: { wallet, href } }: { way: WalletLink }) {
  const words = texts.elsewhere
  const address = inBrowser ? new URL(href, window.location.href).href : href
  return (
    <div className="grid gap-2 text-left">
      <Notice tone="info" title={words[wallet].title}>
        {words[wallet].detail}
      </Notice>
      <a
        href={address}
        aria-label={words.address}
        className="break-all text-small text-accent underline underline-offset-4"
      >
        {inBrowser ? address : words.address}
      </a>
      {inBrowser && (
        <CopyButton text={address} label={words.copy} copied={words.copied} failed={words.copyFailed} />
      )}
    </div>
  )
}

interface WalletButtonProps {
  href: string
  look: ButtonLook
  isServerRendered?: boolean
  badge?: string | null
  children: string
}

function WalletButton({ href, look, isServerRendered = false, badge, children }: WalletButtonProps) {
  return (
    <a
      href={href}
      className={badge ? badgeLook : buttonLook(look)}
      referrerPolicy={isServerRendered ? 'no-referrer' : undefined}
    >
      {badge ? <Badge src={badge} alt={children} /> : <ButtonText>{children}</ButtonText>}
    </a>
  )
}

/** Clear space required by both vendors. */
const badgeLook = 'inline-grid place-items-center rounded-box p-2'

function Badge({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} height={48} className="h-12 w-auto max-w-full object-contain" />
}

function ButtonText({ children }: { children: string }) {
  return (
    <span className="flex items-center gap-2">
      <WalletCards aria-hidden="true" className="size-5" />
      {children}
    </span>
  )
}
