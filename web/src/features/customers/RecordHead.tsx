import { Link } from '@tanstack/react-router'
import { MessageCircle, Plus, ScanLine, Trash2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSignedIn } from '@/api'
import { isSameDayVisit } from '@/api/error'
import { isAdminLevel } from '@/api/session'
import type { Business, Customer } from '@/api/types'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { Moment } from '@/ui/Moment'
import { Notice } from '@/ui/Notice'
import { BackToList } from './BackToList'
import { bonusOf } from './bonus'
import { DeleteCustomerDialog } from './DeleteCustomerDialog'
import { greetingLink } from './greeting'
import { SecondVisitDialog } from './SecondVisitDialog'
import { texts } from './texts'
import { type OnRegistered, useVisits } from './useVisits'
import { visitFailure } from './visitFailure'

const icon = 'size-5 flex-none'

interface RecordHeadProps {
  customer: Customer
  business: Business | null
  onRegistered: OnRegistered
}

/** Whose record it is, and what can be done with it. */
export function RecordHead({ customer, business, onRegistered }: RecordHeadProps) {
  const { role } = useSignedIn()
  const [deleting, setDeleting] = useState(false)
  const visits = useVisits(customer, onRegistered)
  const greeting = greetingLink(customer, business?.name ?? '')
  const isSecond = visits.isError && isSameDayVisit(visits.error)
  return (
    <header className="grid gap-3">
      <div className="justify-self-start">
        <BackToList />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <h1 className="font-sign text-display font-extrabold [overflow-wrap:anywhere]">{customer.name}</h1>
          <Standing customer={customer} timeZone={business?.timezone} />
        </div>
        <div className="flex w-full flex-wrap gap-2 *:grow sm:w-auto sm:*:grow-0">
          <Button
            className="basis-full sm:basis-auto"
            icon={<Plus aria-hidden="true" className={icon} />}
            busy={visits.isPending}
            busyLabel={texts.record.adding}
            onClick={() => visits.mutate(null)}
          >
            {texts.record.addVisit}
          </Button>
          <Link
            to="/staff/checkin"
            search={{ cid: customer.id }}
            className={buttonLook({ variant: 'secondary' })}
          >
            <Words icon={<ScanLine aria-hidden="true" className={icon} />}>
              {texts.record.openInCheckin}
            </Words>
          </Link>
          {greeting && (
            <a
              href={greeting}
              target="_blank"
              rel="noreferrer"
              className={buttonLook({ variant: 'secondary' })}
            >
              <Words icon={<MessageCircle aria-hidden="true" className={icon} />}>{texts.record.greet}</Words>
            </a>
          )}
          {isAdminLevel(role) && (
            <Button
              variant="quiet"
              className="text-refused"
              icon={<Trash2 aria-hidden="true" className={icon} />}
              onClick={() => setDeleting(true)}
            >
              {texts.record.remove}
            </Button>
          )}
        </div>
      </div>
      {visits.isError && !isSecond && (
        <Notice tone="error" title={texts.visit.failed}>
          {visitFailure(visits.error)}
        </Notice>
      )}
      <SecondVisitDialog
        customer={customer}
        refusal={isSecond ? visits.error : null}
        onRegistered={onRegistered}
        onClose={() => visits.reset()}
      />
      <DeleteCustomerDialog customer={customer} open={deleting} onClose={() => setDeleting(false)} />
    </header>
  )
}

function Standing({ customer, timeZone }: { customer: Customer; timeZone: string | undefined }) {
  const bonus = bonusOf(customer)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <Badge tone={bonus.active ? 'good' : 'plain'}>
        {bonus.active ? (bonus.label ?? texts.bonus.active) : texts.bonus.inactive}
      </Badge>
      {customer.family && (
        <Link
          to="/app/familias/$id"
          params={{ id: customer.family.id }}
          className="inline-flex min-h-target items-center gap-1.5 font-semibold text-accent underline underline-offset-4"
        >
          <UsersRound aria-hidden="true" className="size-5 flex-none" />
          <span className="[overflow-wrap:anywhere]">{texts.record.family(customer.family.name)}</span>
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
    </p>
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
