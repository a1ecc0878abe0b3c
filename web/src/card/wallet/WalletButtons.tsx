import { WalletCards } from 'lucide-react'
import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { CopyButton } from '@/kit/CopyButton'
import { Notice } from '@/kit/Notice'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'
import type { WalletLink, WalletOffer } from './walletOffer'

interface WalletButtonsProps {
  offer: WalletOffer | null
  /** Whose card it is, where there are others beside it. */
  whose?: string
  look?: ButtonLook
}

/**
 * The way of a card into the wallet of this telephone, where that is offered. It is gone to, and not fetched: browsers offer
 * a pass that is the answer to a page. Where a form has led to it without a script, its address does not open it again: the
 * tap then says nothing of where it was done, and who is refused is led to her portal.
 */
export function WalletButtons({ offer, whose, look = {} }: WalletButtonsProps) {
  return (
    <>
      {offer?.links?.map(({ wallet, href, badge }) => (
        <WalletButton key={wallet} href={href} look={look} isDrawn={offer.isDrawn} badge={badge}>
          {texts.add(texts.wallets[wallet], whose)}
        </WalletButton>
      ))}
      {offer?.elsewhere && <OpenInBrowser way={offer.elsewhere} />}
      {offer?.family && (
        <WalletButton href={offer.family.href} look={{ ...look, variant: 'secondary' }}>
          {texts.addFamily(offer.family)}
        </WalletButton>
      )}
    </>
  )
}

/** Within another app: the address to open in a browser, to copy by a button or by hand. */
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

interface WayProps {
  href: string
  look: ButtonLook
  isDrawn?: boolean
  badge?: string | null
  children: string
}

function WalletButton({ href, look, isDrawn = false, badge, children }: WayProps) {
  return (
    <a
      href={href}
      className={badge ? badgeLook : buttonLook(look)}
      referrerPolicy={isDrawn ? 'no-referrer' : undefined}
    >
      {badge ? <Badge src={badge} alt={children} /> : <ButtonText>{children}</ButtonText>}
    </a>
  )
}

/** The room around it that both vendors ask for. */
const badgeLook = 'inline-grid place-items-center rounded-box p-2'

/** The vendor's artwork: whole and unchanged, as high as both vendors ask for. */
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
