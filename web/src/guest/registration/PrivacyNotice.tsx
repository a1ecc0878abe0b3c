import type { PublicBusiness } from '@/api/types'
import { PrivacyLink } from './PrivacyLink'
import { texts } from './texts'

/** First layer of the information that the law requires; the privacy page has the rest. */
export function PrivacyNotice({ business: { id, name, legalName } }: { business: PublicBusiness }) {
  const notice = texts.privacyNotice
  const lines = [
    [notice.who, notice.whoText(legalName ? notice.behind(name, legalName) : name)],
    [notice.why, notice.whyText],
    [notice.rights, notice.rightsText],
    [notice.minors, notice.minorsText],
  ] as const
  return (
    <section
      aria-label={notice.title}
      className="rounded-box bg-well p-4 text-small text-ink-soft [overflow-wrap:anywhere]"
    >
      <dl className="grid gap-1.5">
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt className="inline font-semibold text-ink">{term}: </dt>
            <dd className="inline">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5">
        {notice.more} <PrivacyLink businessId={id}>{notice.moreLink}</PrivacyLink>.
      </p>
    </section>
  )
}
