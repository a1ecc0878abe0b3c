import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSignedIn } from '@/api'
import { canChangeSettings } from '@/api/session'
import type { AbsenceReport } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { sayShare } from './Figure'
import { texts } from './texts'

const words = texts.absent

/**
 * Compares invited customers with those held back; percentages need groups of at least 20. Stands beside the list on
 * wide screens; above it and folded on phones.
 */
export function AbsenceEffect({ report }: { report: AbsenceReport }) {
  const { invited, heldBack, holdsBack, effectPeriod } = report
  const mayChange = canChangeSettings(useSignedIn().role)
  const heading = useId()
  const [isOpen] = useState(hasRoom)
  return (
    <section aria-labelledby={heading} className="absence-effect rounded-box border border-rule bg-card">
      <details open={isOpen}>
        <summary>
          <h2 id={heading} className="inline font-bold">
            {words.effect}
          </h2>
          <span className="block font-semibold text-ink-soft">
            {sayEffect(invited.percent, heldBack.percent)}
          </span>
        </summary>
        <div className="grid gap-3">
          <table className="staff-table">
            <caption className="sr-only">{words.effect}</caption>
            <thead>
              <tr>
                <th scope="col">{words.group}</th>
                <th scope="col">{words.came}</th>
                <th scope="col">{words.share}</th>
              </tr>
            </thead>
            <tbody>
              {[
                { name: words.effectWritten, share: invited },
                { name: words.effectHeldBack, share: heldBack },
              ].map(({ name, share }) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    <small>{texts.figure.people(share.total)}</small>
                  </th>
                  <td translate="no">{sayNumber(share.part)}</td>
                  <td translate="no">{share.percent === null ? '–' : sayShare(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-small text-ink-soft">
            {words.effectDefinition(effectPeriod.from, effectPeriod.to)} {!holdsBack && words.effectOff}
          </p>
          {mayChange && (
            <Link
              to="/app/settings"
              search={{ seccion: 'mensajes' }}
              className="flex min-h-target items-center font-semibold text-accent underline underline-offset-4"
            >
              {words.settings}
            </Link>
          )}
        </div>
      </details>
    </section>
  )
}

function hasRoom(): boolean {
  return window.matchMedia?.('(min-width: 64rem)').matches ?? true
}

function sayEffect(invitedPercent: number | null, heldBack: number | null): string {
  if (invitedPercent === null || heldBack === null) return words.effectTooFew
  return invitedPercent > heldBack ? words.effectSeen(invitedPercent - heldBack) : words.effectNone
}
