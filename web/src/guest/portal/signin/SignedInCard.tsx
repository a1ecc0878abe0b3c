import { useEffect, useRef } from 'react'
import { qrDownload, qrPictureUrl } from '@/api/qrPicture'
import type { PortalSession } from '@/api/types'
import { SaveQr } from '@/card/SaveQr'
import type { Look } from '@/card/stamp-card/colours'
import { QrCard } from '@/card/stamp-card/QrCard'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { clearSignIn } from '@/lib/signInStorage'
import { texts } from '../texts'
import { SignInHead } from './SignInHead'

const size = 196
const words = texts.points

interface SignedInCardProps {
  session: PortalSession
  look: Look | undefined
  onSignedIn: (session: PortalSession) => void
}

export function SignedInCard({ session, look, onSignedIn }: SignedInCardProps) {
  const signIn = useRef(onSignedIn)
  useEffect(() => {
    clearSignIn()
    signIn.current(session)
  }, [session])
  const qrOwner = { id: session.customerId, qrUrl: session.qrUrl }
  return (
    <div className="mx-auto grid w-full max-w-md justify-items-center gap-6 sm:pt-10">
      <div className="text-center">
        <SignInHead title={words.qr}>{words.qrHelp}</SignInHead>
      </div>
      <QrCard businessName={session.businessName} look={look} customerName={session.name}>
        <QrPicture src={qrPictureUrl(qrOwner)} alt={words.qrAlt(session.name)} size={size} />
      </QrCard>
      <SaveQr file={qrDownload(qrOwner)} label={words.qrDownload} />
      <p className="text-center text-ink-soft">{words.scriptless}</p>
    </div>
  )
}
