import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircle, ScanLine, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { customerTexts } from '@/acts/staff/customerTexts'
import { isUndoableUntil, useGreet, useUndoGreeting } from '@/acts/staff/greetings'
import { useSignedIn } from '@/api'
import { recordQueries } from '@/api/records'
import { isAdminLevel } from '@/api/session'
import type { Business, Customer, GreetingOffer } from '@/api/types'
import { GreetingRefused, UndoGreeting } from '@/card/GreetingAct'
import { Badge } from '@/kit/Badge'
import { buttonLook } from '@/kit/buttonLook'
import { Moment } from '@/kit/Moment'
import { withNames } from '@/kit/withNames'
import { sayMoment } from '@/lib/dates'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { BackToList } from '../BackToList'
import { bonusOf } from '../bonus'
import { texts as shared } from '../texts'
import { texts } from './texts'

const icon = 'size-5 flex-none'

interface RecordHeadProps {
  customer: Customer
  business: Business | null
}

export function RecordHead({ customer, business }: RecordHeadProps) {
  return (
    <header className="grid gap-3 lg:col-span-2 lg:col-start-1 lg:row-start-1 lg:pr-[37rem]">
      <div className="justify-self-start">
        <BackToList />
      </div>
      <div className="grid min-w-0 gap-2">
        <h1 translate="no" className="font-sign text-display font-extrabold [overflow-wrap:anywhere]">
          {customer.name}
        </h1>
        <VisitSummary customer={customer} timeZone={business?.timezone} />
      </div>
    </header>
  )
}

/** Buttons beside the name; on phones, below the card. */
export function RecordActs({ customer, business }: RecordHeadProps) {
  const { role } = useSignedIn()
  const greet = useGreet(customer.id)
  const { data: offer } = useQuery({ ...recordQueries.greeting(customer.id), enabled: isAdminLevel(role) })
  const isGreeted = isUndoableUntil(customer.greetingUndoableUntil)
  const greeting = offer?.state === 'NOW' && !isGreeted ? greetingLink(customer, business, offer) : null
  return (
    <fieldset
      aria-label={texts.record.acts}
      className="flex min-w-0 flex-wrap gap-2 *:grow sm:*:grow-0 lg:col-span-2 lg:col-start-1 lg:row-start-1 lg:max-w-[36rem] lg:justify-end lg:self-end lg:justify-self-end"
    >
      <Link
        to="/staff/checkin"
        search={{ cid: customer.id }}
        className={buttonLook({ variant: 'secondary' })}
      >
        <Words icon={<ScanLine aria-hidden="true" className={icon} />}>{texts.record.openInCheckin}</Words>
      </Link>
      {greeting && (
        <a
          href={greeting}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ variant: 'secondary' })}
          onClick={() => greet.mutate(offer?.invites ?? false)}
        >
          <Words icon={<MessageCircle aria-hidden="true" className={icon} />}>{texts.record.greet}</Words>
        </a>
      )}
      {offer && !isGreeted && customer.phone && (
        <div className="basis-full self-center lg:text-right">
          <GreetingRefused state={offer.state} at={customer.greetedAt} timeZone={business?.timezone} />
        </div>
      )}
    </fieldset>
  )
}

function VisitSummary({ customer, timeZone }: { customer: Customer; timeZone: string | undefined }) {
  const bonus = bonusOf(customer)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <Badge tone={bonus.active ? 'good' : 'plain'}>
        {bonus.active ? (bonus.label ?? shared.bonus.active) : shared.bonus.inactive}
      </Badge>
      {customer.family && (
        <Link
          to="/app/familias/$id"
          params={{ id: customer.family.id }}
          className="inline-flex min-h-target items-center gap-1.5 font-semibold text-accent underline underline-offset-4"
        >
          <UsersRound aria-hidden="true" className="size-5 flex-none" />
          <span className="[overflow-wrap:anywhere]">
            {withNames(texts.record.family(customer.family.name), customer.family.name)}
          </span>
        </Link>
      )}
      <span>
        {customer.lastVisitAt ? (
          <>
            {texts.record.lastVisit} <Moment at={customer.lastVisitAt} {...(timeZone && { timeZone })} />
          </>
        ) : (
          texts.record.neverCame
        )}
      </span>
      {customer.greetedAt && <GreetedNote customer={customer} at={customer.greetedAt} timeZone={timeZone} />}
    </p>
  )
}

interface GreetedNoteProps {
  customer: Customer
  at: string
  timeZone: string | undefined
}

function GreetedNote({ customer: { id, name, greetingUndoableUntil }, at, timeZone }: GreetedNoteProps) {
  const mayUndo = isAdminLevel(useSignedIn().role)
  const undo = useUndoGreeting(id)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {texts.record.greeted(sayMoment(at, { timeZone }))}
      {mayUndo && isUndoableUntil(greetingUndoableUntil) && (
        <UndoGreeting name={name} isUndoing={undo.isPending} onUndo={() => undo.mutate(at)} />
      )}
    </span>
  )
}

function Words({ icon: picture, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      {picture}
      {children}
    </span>
  )
}

/** The link to WhatsApp. For a customer who stopped coming, its text is the invitation of the absence report. */
function greetingLink({ name, phone }: Customer, business: Business | null, { invites }: GreetingOffer) {
  const write = invites ? customerTexts.invitation : texts.record.greeting
  return chatLink(phone, write(firstNameOf(name), business?.name ?? ''))
}
