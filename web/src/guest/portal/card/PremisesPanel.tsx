import { CalendarPlus, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Own } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'
import { Verbatim } from '@/kit/Verbatim'
import { sayNow, weekLines } from '@/lib/openingHours'
import { formatPhone } from '@/lib/phone'
import { texts } from '../texts'

const words = texts.premises

export function PremisesPanel({ own }: { own: Own }) {
  const { premisesAddress: address, premisesPhone: phone, bookingUrl, openingHours } = own
  if (!address && !phone && !bookingUrl && openingHours.length === 0) return null
  return (
    <Panel title={<Verbatim>{own.businessName}</Verbatim>}>
      <div className="grid gap-4">
        {bookingUrl && (
          <a
            href={bookingUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonLook({ wide: true })}
          >
            <span className="flex items-center gap-2">
              <CalendarPlus aria-hidden="true" className="size-5" />
              {words.book}
            </span>
          </a>
        )}
        <div className="grid">
          {address && (
            <ContactLink href={mapOf(address)} icon={<MapPin />} name={words.onMap}>
              <Verbatim>{address}</Verbatim>
            </ContactLink>
          )}
          {phone && (
            <ContactLink href={`tel:${phone}`} icon={<Phone />} name={words.call}>
              <Verbatim>{formatPhone(phone)}</Verbatim>
            </ContactLink>
          )}
        </div>
        {openingHours.length > 0 && <Week own={own} />}
      </div>
    </Panel>
  )
}

/** The link to a map, which phones open in their maps app. */
const mapOf = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`

interface ContactLinkProps {
  href: string
  icon: ReactNode
  name: string
  children: ReactNode
}

function ContactLink({ href, icon, name, children }: ContactLinkProps) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      className="flex min-h-target items-center gap-3 py-2 font-semibold underline underline-offset-4 [&>svg]:size-5 [&>svg]:flex-none"
    >
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{name}:</span> {children}
      </span>
    </a>
  )
}

function Week({ own: { openingHours, timezone } }: { own: Own }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{sayNow(openingHours, timezone, new Date())}</p>
      <dl className="grid">
        {weekLines(openingHours).map(({ days, hours }) => (
          <div key={days} className="flex justify-between gap-x-4 border-b border-rule py-1.5 last:border-0">
            <dt className="text-ink-soft first-letter:uppercase">{days}</dt>
            <dd className="text-right tabular-nums">
              {hours.length > 0 ? <Hours all={hours} /> : words.closed}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Hours({ all }: { all: string[] }) {
  return all.map((span) => (
    <span key={span} className="block">
      {span}
    </span>
  ))
}
