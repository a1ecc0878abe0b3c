import { Link } from '@tanstack/react-router'
import { maySetUp } from '@/api/session'
import type { Business, Role } from '@/api/types'
import { Notice } from '@/ui/Notice'
import { texts } from './texts'

/** Reminds whoever may mend it that the legal pages do not say yet who answers for the data. */
export function LegalHint({ business, role }: { business: Business; role: Role }) {
  const { legalName, taxId, legalAddress, contactEmail } = business
  if (!maySetUp(role) || (legalName && taxId && legalAddress && contactEmail)) return null
  return (
    <Notice tone="warning" title={texts.legal.title}>
      <p>{texts.legal.detail}</p>
      <Link to="/app/settings" className="inline-flex min-h-target items-center font-semibold underline">
        {texts.legal.mend}
      </Link>
    </Notice>
  )
}
