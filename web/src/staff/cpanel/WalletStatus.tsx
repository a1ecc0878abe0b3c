import { useQuery } from '@tanstack/react-query'
import { WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import { controlPanelQueries } from '@/api/controlPanel'
import { HelpLink } from '@/kit/HelpLink'
import { Notice } from '@/kit/Notice'
import { localDay, sayDay } from '@/lib/dates'
import { daysToEnd, isFault } from './faults'
import { texts } from './texts'

const words = texts.wallets
const manual = 'apple-wallet-y-google-wallet'
/** The certificate's end is shown when at most this many days are left. CertificateNotice replaces it near the end. */
const endShownWithinDays = 60

/** Shows whether customers can add their cards to Apple and Google Wallet, and what is missing. */
export function WalletStatus() {
  const { data } = useQuery(controlPanelQueries.wallet())
  if (!data) return null
  const { missing: noPassReason, passType, endsAt, google } = data
  const isEndShown = endsAt && daysToEnd(endsAt) <= endShownWithinDays && !isFault.certificate(data)
  return (
    <p className="flex items-start gap-2 text-ink-soft">
      <WalletCards aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <span className="grid min-w-0 flex-1 gap-1 [overflow-wrap:anywhere]">
        <Line name={words.apple} noPassReason={noPassReason} identifier={passType} />
        {isEndShown && <span>{words.ends(daysToEnd(endsAt), sayLocalDay(endsAt))}</span>}
        <Line name={words.google} noPassReason={google.missing} identifier={google.issuer} />
      </span>
    </p>
  )
}

export function CertificateNotice() {
  const { data } = useQuery(controlPanelQueries.wallet())
  if (!data?.endsAt || !isFault.certificate(data)) return null
  const { endsAt } = data
  const isOver = new Date(endsAt) < new Date()
  return (
    <Notice
      tone="warning"
      title={isOver ? words.ended(sayLocalDay(endsAt)) : words.ends(daysToEnd(endsAt), sayLocalDay(endsAt))}
    >
      <p>{words.renew}</p>
      <p>
        <HelpLink page={manual} part="renovar-el-certificado-de-apple">
          {words.renewHelp}
        </HelpLink>
      </p>
    </Notice>
  )
}

interface LineProps {
  name: string
  noPassReason: string | null
  identifier: string | null
}

function Line({ name, noPassReason, identifier }: LineProps): ReactNode {
  return (
    <span>
      {`${name} ${noPassReason ? `${whyNot(noPassReason)} ` : words.given(identifier)}`}
      {noPassReason && <ToManual noPassReason={noPassReason} />}
    </span>
  )
}

/** Returns the text of a reason. A reason of a newer server, which this app does not know, gets the general text. */
function whyNot(noPassReason: string): string {
  const reasons: Record<string, string> = words.missing
  return reasons[noPassReason] ?? words.missing.UNUSABLE
}

function ToManual({ noPassReason }: { noPassReason: string }) {
  if (noPassReason === 'NOT_SET_UP') return <HelpLink page={manual}>{words.setUp}</HelpLink>
  return (
    <HelpLink page={manual} part="si-no-se-ofrece">
      {words.look}
    </HelpLink>
  )
}

const sayLocalDay = (at: string) => sayDay(localDay(new Date(at)))
