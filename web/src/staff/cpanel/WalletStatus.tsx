import { useQuery } from '@tanstack/react-query'
import { WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import { controlPanelQueries } from '@/api/controlPanel'
import type { WalletState } from '@/api/types'
import { HelpLink } from '@/kit/HelpLink'
import { Notice } from '@/kit/Notice'
import { daysBetween, localDay, sayDay } from '@/lib/dates'
import { texts } from './texts'

const words = texts.wallets
const manual = 'apple-wallet-y-google-wallet'
/** Days before the certificate ends: from the first a notice shows, from the second it is announced. */
const warningDays = 60
const urgentDays = 30

/** WalletStatus shows whether customers can add their cards to Apple and Google Wallet, and what is missing. */
export function WalletStatus() {
  const { data } = useQuery(controlPanelQueries.wallet())
  if (!data) return null
  return (
    <>
      <Certificate of={data} />
      <p className="flex items-start gap-2 text-ink-soft">
        <WalletCards aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        <span className="grid min-w-0 flex-1 gap-1 [overflow-wrap:anywhere]">
          <Line name={words.apple} missing={data.missing} given={data.passType} />
          <Line name={words.google} missing={data.google.missing} given={data.google.issuer} />
        </span>
      </p>
    </>
  )
}

interface LineProps {
  name: string
  missing: string | null
  /** The operator's identity at the vendor. */
  given: string | null
}

function Line({ name, missing, given }: LineProps): ReactNode {
  return (
    <span>
      {`${name} ${missing ? `${whyNot(missing)} ` : words.given(given)}`}
      {missing && <ToManual missing={missing} />}
    </span>
  )
}

/** Other servers may have further reasons. */
function whyNot(missing: string): string {
  const reasons: Record<string, string> = words.missing
  return reasons[missing] ?? words.missing.UNUSABLE
}

function ToManual({ missing }: { missing: string }) {
  if (missing === 'NOT_SET_UP') return <HelpLink page={manual}>{words.setUp}</HelpLink>
  return (
    <HelpLink page={manual} part="si-no-se-ofrece">
      {words.look}
    </HelpLink>
  )
}

function Certificate({ of: { missing, endsAt } }: { of: WalletState }) {
  if (!endsAt) return null
  const end = new Date(endsAt)
  const now = new Date()
  const left = daysBetween(now, end)
  if (left > warningDays) return null
  if (left > urgentDays && !missing) return <p className="text-ink-soft">{words.ends(left, said(endsAt))}</p>
  return (
    <Notice tone="warning" title={end < now ? words.ended(said(endsAt)) : words.ends(left, said(endsAt))}>
      <p>{words.renew}</p>
      <p>
        <HelpLink page={manual} part="renovar-el-certificado-de-apple">
          {words.renewHelp}
        </HelpLink>
      </p>
    </Notice>
  )
}

const said = (at: string) => sayDay(localDay(new Date(at)))
