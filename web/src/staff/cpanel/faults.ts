import { useQuery } from '@tanstack/react-query'
import { controlPanelQueries } from '@/api/controlPanel'
import type { LastBackup, MailState, Overview, RestoredMessages, WalletState } from '@/api/types'
import { attackedAccountsQuery } from '@/api/users'
import { daysBetween } from '@/lib/dates'

/** Days before the end of Apple's certificate from which it is a fault; doubled while passes are not issued. */
const urgentDays = 30

export const daysToEnd = (endsAt: string) => daysBetween(new Date(), new Date(endsAt))

/** Whether a state is a fault, for the notices and for their count. */
export const isFault = {
  guessing: (accounts: readonly unknown[]) => accounts.length > 0,
  backup: ({ at, old, nightly, running, failed }: LastBackup) =>
    (old && (at !== null || nightly)) || (failed && !running),
  trial: ({ whatsapp }: MailState) => whatsapp === 'TRIAL',
  mail: ({ stuck }: MailState) => stuck,
  token: ({ near, endsAt }: { near: boolean; endsAt: string | null }) => near && endsAt !== null,
  restored: ({ held, decision }: RestoredMessages) => held > 0 && !decision,
  blocked: ({ blockedMessages }: Overview) => blockedMessages > 0,
  certificate: ({ missing, endsAt }: WalletState) =>
    endsAt !== null && daysToEnd(endsAt) <= (missing ? urgentDays * 2 : urgentDays),
}

interface FaultCount {
  /** Null while a query is pending. */
  count: number | null
  /** True if a query failed, so the count is incomplete. */
  isPartial: boolean
}

export function useFaultCount(): FaultCount {
  const guessing = useQuery(attackedAccountsQuery())
  const backup = useQuery(controlPanelQueries.lastBackup())
  const mail = useQuery(controlPanelQueries.mail())
  const wallet = useQuery(controlPanelQueries.wallet())
  const token = useQuery(controlPanelQueries.token())
  const restoredMessages = useQuery(controlPanelQueries.restored())
  const overview = useQuery(controlPanelQueries.overview())
  const queries = [guessing, backup, mail, wallet, token, restoredMessages, overview]
  const faults = [
    guessing.data && isFault.guessing(guessing.data),
    backup.data && isFault.backup(backup.data),
    mail.data && isFault.trial(mail.data),
    mail.data && isFault.mail(mail.data),
    wallet.data && isFault.certificate(wallet.data),
    token.data && isFault.token(token.data),
    restoredMessages.data && isFault.restored(restoredMessages.data),
    overview.data && isFault.blocked(overview.data),
  ]
  return {
    count: queries.some(({ isPending }) => isPending) ? null : faults.filter(Boolean).length,
    isPartial: queries.some(({ isLoadingError }) => isLoadingError),
  }
}
