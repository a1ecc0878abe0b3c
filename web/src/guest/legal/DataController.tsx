import type { LegalIdentity } from '@/api/types'
import { Fact, FactList } from '@/kit/FactList'
import { LoadFailed } from '@/kit/LoadFailed'
import { Skeleton } from '@/kit/Skeleton'
import { Verbatim } from '@/kit/Verbatim'
import { controllerTexts as words } from './texts'
import { type LegalSubject, useDataController } from './useDataController'

export function DataController({ subject }: { subject: LegalSubject }) {
  const controller = useDataController(subject)
  switch (controller.state) {
    case 'loading':
      return <Skeleton className="h-44 rounded-box" />
    case 'failed':
      return <LoadFailed onRetry={controller.retry}>{words.failed}</LoadFailed>
    case 'known':
      return controller.identity ? <Identity identity={controller.identity} /> : <p>{words.noBusiness}</p>
  }
}

function Identity({ identity }: { identity: LegalIdentity }) {
  const { businessName, legalName, taxId, legalAddress, contactEmail } = identity
  const missing = missingFrom(identity)
  return (
    <div className="grid gap-3">
      <div className="rounded-box border border-rule bg-card px-4 py-2">
        <FactList>
          <Fact name={words.sign}>
            <Verbatim>{businessName}</Verbatim>
          </Fact>
          {legalName && (
            <Fact name={words.legalName}>
              <Verbatim>{legalName}</Verbatim>
            </Fact>
          )}
          {taxId && (
            <Fact name={words.taxId}>
              <Verbatim>{taxId}</Verbatim>
            </Fact>
          )}
          {legalAddress && (
            <Fact name={words.legalAddress}>
              <Verbatim>{legalAddress}</Verbatim>
            </Fact>
          )}
          {contactEmail && (
            <Fact name={words.contactEmail}>
              <a
                translate="no"
                href={`mailto:${contactEmail}`}
                className="text-accent underline underline-offset-4"
              >
                {contactEmail}
              </a>
            </Fact>
          )}
        </FactList>
      </div>
      {missing.length > 0 && <p className="text-ink-soft">{words.missing(businessName, missing)}</p>}
    </div>
  )
}

function missingFrom(identity: LegalIdentity): string[] {
  const fields = ['legalName', 'taxId', 'legalAddress', 'contactEmail'] as const
  return fields.filter((field) => !identity[field]).map((field) => words.its[field])
}
