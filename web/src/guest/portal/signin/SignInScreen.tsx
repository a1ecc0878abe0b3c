import { useEffect, useState } from 'react'
import { type PendingMessage, readPendingMessage } from '@/acts/guest/portalMessage'
import { type CodeRequest, saveCodeRequest } from '@/acts/guest/portalSignIn'
import { clearFormData, usePageData } from '@/api/pageData'
import type { PortalSession } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { texts as kitTexts } from '@/kit/texts'
import { registrationPath } from '@/lib/registrationPath'
import { clearCodeRequest, clearPendingMessage, clearSignIn } from '@/lib/signInStorage'
import { useTitle } from '@/lib/useTitle'
import { clearLeaveReason, readLeaveReason } from '../leaveReason'
import { signInPath } from '../paths'
import { texts } from '../texts'
import { BusinessSign, useSignInBusiness } from './BusinessSign'
import { CodeStep } from './CodeStep'
import { MessageButton, MessageStep } from './MessageStep'
import { PhoneStep } from './PhoneStep'
import { SignedInCard } from './SignedInCard'
import { SignInHead } from './SignInHead'
import { codeRequestFromPage, readCodeRequest } from './signIn'
import { codeWays, useSignInWays } from './useSignInWays'

interface SignInScreenProps {
  businessId: string | null
  withBirthday: boolean
  /** Called with the new session. No code is sent until its promise ends. */
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

/** A suspended business offers no sign-in. */
export function SignInScreen(props: SignInScreenProps) {
  const session = usePageData()?.session
  const business = useSignInBusiness(props.businessId)
  useTitle(texts.signIn.title, business.name)
  if (session) return <SignedInCard session={session} look={business.look} onSignedIn={props.onSignedIn} />
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:pt-10">
      {props.businessId && <BusinessSign name={business.name} look={business.look} />}
      <LeaveNotice suspended={business.suspended} />
      {business.suspended ? (
        <>
          <SignInHead title={texts.signIn.suspended(business.name ?? '')}>
            {texts.signIn.suspendedDetail}
          </SignInHead>
          <a href={signInPath(props.businessId)} className={buttonLook({ variant: 'quiet' })}>
            {kitTexts.retry}
          </a>
        </>
      ) : (
        <SignIn {...props} isKnown={business.name !== null} />
      )}
    </div>
  )
}

function SignIn({ businessId, withBirthday, isKnown, onSignedIn }: SignInScreenProps & { isKnown: boolean }) {
  const page = usePageData()
  const [pageRequest] = useState(() => codeRequestFromPage(page, businessId))
  const [request, setRequest] = useState<CodeRequest | null>(() => pageRequest ?? readCodeRequest(businessId))
  useEffect(() => {
    if (pageRequest) saveCodeRequest(pageRequest)
  }, [pageRequest])
  const [last, setLast] = useState<CodeRequest | null>(request)
  const toCode = (next: CodeRequest) => {
    setRequest(next)
    setLast(next)
  }
  const ways = useSignInWays(businessId)
  const [message, setMessage] = useState<PendingMessage | null>(() => readPendingMessage(businessId))
  const toForm = () => {
    clearPendingMessage()
    setMessage(null)
  }
  const byMessage = ways.message && <MessageButton businessId={businessId} onReady={setMessage} />
  const byCode = codeWays(ways)
  const newcomer = <Newcomer businessId={isKnown ? businessId : null} />
  if (message) {
    return (
      <MessageStep
        message={message}
        withCode={byCode.length > 0}
        onBack={toForm}
        onSignedIn={(session) => {
          clearSignIn()
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
  if (!request) {
    return (
      <>
        <PhoneStep
          businessId={businessId}
          withBirthday={withBirthday}
          ways={byCode}
          isDelivered={ways.whatsapp !== 'TRIAL'}
          last={last}
          onRequested={toCode}
        >
          {byMessage}
        </PhoneStep>
        {newcomer}
      </>
    )
  }
  return (
    <CodeStep
      request={request}
      ways={byCode}
      isDelivered={ways.whatsapp !== 'TRIAL'}
      onResent={toCode}
      onChangeNumber={() => {
        clearCodeRequest()
        clearFormData(page)
        setRequest(null)
      }}
      onSignedIn={(session) => {
        clearSignIn()
        return onSignedIn(session)
      }}
    />
  )
}

/** Explains how to get a card. Mentions the poster if the business is unknown. */
function Newcomer({ businessId }: { businessId: string | null }) {
  const { question, create, scan } = texts.signIn.newcomer
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-rule pt-4 text-center">
      {question}
      {businessId ? (
        <a
          href={registrationPath(businessId)}
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

/** A suspension ends all sessions, and the screen already reports the suspension. */
function LeaveNotice({ suspended }: { suspended: boolean }) {
  const [why] = useState(readLeaveReason)
  useEffect(clearLeaveReason, [])
  if (suspended && why === 'ended') return null
  return why && <Notice tone={why === 'ended' ? 'warning' : 'success'}>{texts.left[why]}</Notice>
}
