import { useEffect, useState } from 'react'
import { type Awaited, messageAwaited } from '@/acts/guest/portalMessage'
import { type Asked, keepAsked } from '@/acts/guest/portalSignIn'
import { forgetForm, useShown } from '@/api/shown'
import type { PortalSession } from '@/api/types'
import { Notice } from '@/kit/Notice'
import { forgetApplicant, forgetCode, forgetMessage } from '@/lib/applicant'
import { formAddress } from '@/lib/formAddress'
import { useTitle } from '@/lib/useTitle'
import { forgetLeaving, leavingTold } from '../leaving'
import { texts } from '../texts'
import { CodeStep } from './CodeStep'
import { Entered } from './Entered'
import { ByMessage, MessageStep } from './MessageStep'
import { PhoneStep } from './PhoneStep'
import { ShopSign, useShop } from './ShopSign'
import { SignInHead } from './SignInHead'
import { askedBefore, codeAsked } from './signIn'
import { codeWays, useWays } from './useWays'

interface SignInScreenProps {
  businessId: string | null
  /** Whether the birth date is asked for too. */
  withBirthday: boolean
  /** May take a while: no code is sent meanwhile. */
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

/** Signing in where the shop is open to it. */
export function SignInScreen(props: SignInScreenProps) {
  const opened = useShown()?.session
  const shop = useShop(props.businessId)
  useTitle(texts.signIn.title, shop.name)
  if (opened) return <Entered session={opened} look={shop.look} onSignedIn={props.onSignedIn} />
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:pt-10">
      {props.businessId && <ShopSign name={shop.name} look={shop.look} />}
      <Left />
      {shop.suspended ? (
        <SignInHead title={texts.signIn.suspended(shop.name ?? '')}>
          {texts.signIn.suspendedDetail}
        </SignInHead>
      ) : (
        <SignIn {...props} isKnown={shop.name !== null} />
      )}
    </div>
  )
}

/** Signing in: with a code that arrives on the phone, or with a message that is sent from it. */
function SignIn({ businessId, withBirthday, isKnown, onSignedIn }: SignInScreenProps & { isKnown: boolean }) {
  const shown = useShown()
  const [askedFirst] = useState(() => askedBefore(shown, businessId))
  const [asked, setAsked] = useState<Asked | null>(() => askedFirst ?? codeAsked(businessId))
  useEffect(() => {
    if (askedFirst) keepAsked(askedFirst)
  }, [askedFirst])
  const [last, setLast] = useState<Asked | null>(asked)
  const toCode = (next: Asked) => {
    setAsked(next)
    setLast(next)
  }
  const ways = useWays(businessId)
  const [awaited, setAwaited] = useState<Awaited | null>(() => messageAwaited(businessId))
  const toForm = () => {
    forgetMessage()
    setAwaited(null)
  }
  const byMessage = ways.message && <ByMessage businessId={businessId} onReady={setAwaited} />
  const byCode = codeWays(ways)
  const newcomer = <Newcomer businessId={isKnown ? businessId : null} />
  if (awaited) {
    return (
      <MessageStep
        awaited={awaited}
        withCode={byCode.length > 0}
        onBack={toForm}
        onSignedIn={(session) => {
          forgetApplicant()
          return onSignedIn(session)
        }}
      />
    )
  }
  if (byCode.length === 0) {
    return (
      <>
        <SignInHead title={texts.signIn.title}>
          {ways.message ? texts.signIn.onlyMessage : texts.signIn.closed}
        </SignInHead>
        {ways.message && <noscript>{texts.signIn.scriptless}</noscript>}
        {byMessage}
        {newcomer}
      </>
    )
  }
  if (!asked) {
    return (
      <>
        <PhoneStep
          businessId={businessId}
          withBirthday={withBirthday}
          ways={byCode}
          leaves={ways.whatsapp !== 'TRIAL'}
          last={last}
          onAsked={toCode}
        >
          {byMessage}
        </PhoneStep>
        {newcomer}
      </>
    )
  }
  return (
    <CodeStep
      asked={asked}
      ways={byCode}
      leaves={ways.whatsapp !== 'TRIAL'}
      onAskedAgain={toCode}
      onChangeNumber={() => {
        forgetCode()
        forgetForm(shown)
        setAsked(null)
      }}
      onSignedIn={(session) => {
        forgetApplicant()
        return onSignedIn(session)
      }}
    />
  )
}

/** The way to a first card; where the business is not known, its poster leads there. */
function Newcomer({ businessId }: { businessId: string | null }) {
  const { question, create, scan } = texts.signIn.newcomer
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-rule pt-4 text-center">
      {question}
      {businessId ? (
        <a
          href={formAddress(businessId)}
          className="inline-flex min-h-target items-center font-semibold underline underline-offset-4"
        >
          {create}
        </a>
      ) : (
        <span>{scan}</span>
      )}
    </p>
  )
}

/** Why the portal was left, once. */
function Left() {
  const [why] = useState(leavingTold)
  useEffect(forgetLeaving, [])
  return why && <Notice tone={why === 'ended' ? 'warning' : 'success'}>{texts.left[why]}</Notice>
}
