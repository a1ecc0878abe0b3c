import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { controlPanelQueries } from '@/api/controlPanel'
import type { ListedBusiness } from '@/api/types'
import { attackedAccountsQuery } from '@/api/users'
import { PasswordGuessingNotice } from '@/card/password-guessing/PasswordGuessingNotice'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages, type PagedState } from '@/kit/MorePages'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { TextField } from '@/kit/TextField'
import { useSearchInput } from '@/lib/useSearchInput'
import { BackupNotice, BackupStatus } from './BackupStatus'
import { BlockedNotice } from './BlockedNotice'
import type { Question } from './BusinessMenu'
import { BusinessTable } from './BusinessTable'
import { HealthStrip } from './HealthStrip'
import { loadFailure } from './loadFailure'
import { MailNotice, MailStatus } from './MailStatus'
import { OpenDialog } from './OpenDialog'
import { PanelHead } from './PanelHead'
import { PosterDialog } from './PosterDialog'
import { places } from './places'
import { RenameDialog } from './RenameDialog'
import { RestoredNotice } from './RestoredNotice'
import { SendingDialog } from './SendingDialog'
import { StatusDialog } from './StatusDialog'
import { TokenNotice } from './TokenNotice'
import { TrialNotice } from './TrialNotice'
import { texts } from './texts'
import { VersionNotice } from './VersionNotice'
import { CertificateNotice, WalletStatus } from './WalletStatus'

export function ControlPanelScreen() {
  const { q, typedText, type } = useSearchInput()
  const businessesQuery = useInfiniteQuery(controlPanelQueries.businesses(q))
  const [opening, setOpening] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  const businesses = businessesQuery.data?.pages.flatMap((page) => page.items) ?? null
  const total = businessesQuery.data?.pages[0]?.total ?? 0
  const about = (act: Question['act']) => (question?.act === act ? question.business : null)
  return (
    <div className="grid gap-6">
      <PanelHead
        intro={texts.intro}
        action={<Button onClick={() => setOpening(true)}>{texts.open.action}</Button>}
      />
      <HealthStrip />
      <Faults />
      <Panel
        id={places.businesses}
        title={texts.caption}
        actions={businesses && <span className="text-ink-soft tabular-nums">{texts.count(total)}</span>}
      >
        <div className="grid gap-5">
          {(q || typedText || total > 0) && (
            <TextField
              label={texts.search}
              help={texts.searchHelp}
              type="search"
              value={typedText}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
              onChange={(event) => type(event.target.value)}
            />
          )}
          <StaleNote read={businessesQuery} />
          {businessesQuery.isLoadingError ? (
            <LoadFailed onRetry={businessesQuery.refetch}>
              {loadFailure(businessesQuery.error, texts.failed)}
            </LoadFailed>
          ) : businesses?.length === 0 ? (
            <None q={q} onOpen={() => setOpening(true)} />
          ) : (
            <FoundBusinesses businesses={businesses} pages={businessesQuery} onAsk={setQuestion} />
          )}
        </div>
      </Panel>
      <Panel id={places.installation} title={texts.installation}>
        <div className="grid gap-5">
          <VersionNotice />
          <BackupStatus />
          <MailStatus />
          <WalletStatus />
        </div>
      </Panel>
      <OpenDialog open={opening} onClose={() => setOpening(false)} />
      <PosterDialog business={about('poster')} onClose={close} />
      <RenameDialog business={about('rename')} onClose={close} />
      <SendingDialog business={about('sending')} onClose={close} />
      <StatusDialog business={about('status')} onClose={close} />
    </div>
  )
}

/** The notices that the figure "faults" counts. */
function Faults() {
  const attackedAccounts = useQuery(attackedAccountsQuery()).data ?? []
  const { account, ...guessing } = texts.tried
  return (
    <section
      id={places.faults}
      tabIndex={-1}
      aria-label={texts.health.faults}
      className="grid gap-3 [&:not(:has(>div))]:hidden"
    >
      <PasswordGuessingNotice {...guessing} names={attackedAccounts.map(({ email }) => email)}>
        <Link to="/app/account" className="inline-flex min-h-target items-center font-semibold underline">
          {account}
        </Link>
      </PasswordGuessingNotice>
      <RestoredNotice />
      <BackupNotice />
      <BlockedNotice />
      <TokenNotice />
      <TrialNotice />
      <MailNotice />
      <CertificateNotice />
    </section>
  )
}

interface FoundBusinessesProps {
  businesses: ListedBusiness[] | null
  pages: PagedState
  onAsk: (question: Question) => void
}

function FoundBusinesses({ businesses, pages, onAsk }: FoundBusinessesProps) {
  return (
    <div className="grid gap-4">
      <BusinessTable businesses={businesses} onAsk={onAsk} />
      <MorePages pages={pages} />
    </div>
  )
}

function None({ q, onOpen }: { q: string; onOpen: () => void }) {
  if (q) return <EmptyState title={texts.noneTitle}>{texts.none(q)}</EmptyState>
  return (
    <EmptyState title={texts.empty} action={<Button onClick={onOpen}>{texts.open.action}</Button>}>
      {texts.emptyHint}
    </EmptyState>
  )
}
