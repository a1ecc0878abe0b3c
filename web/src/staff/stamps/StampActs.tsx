import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, FilePlus2, PencilLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSignedIn } from '@/api'
import { adjustmentsQuery } from '@/api/adjustments'
import { isAdminLevel, mayEnterOpenings } from '@/api/session'
import type { Business, Customer, Progress } from '@/api/types'
import { Button } from '@/kit/Button'
import { ClaimNotice } from './ClaimNotice'
import { CorrectionDialog } from './CorrectionDialog'
import { OpeningDialog } from './OpeningDialog'
import { PastVisitDialog } from './PastVisitDialog'
import { isOpeningRecorded } from './stampChanges'
import { texts } from './texts'

const icon = 'size-5 flex-none'

interface StampActsProps {
  customer: Customer
  business: Business | null
  progress: Progress
}

/** Buttons that change stamps without a visit today. */
export function StampActs({ customer, business, progress }: StampActsProps) {
  const { role } = useSignedIn()
  const [open, setOpen] = useState<'opening' | 'claim' | 'correction' | 'pastVisit' | null>(null)
  const { data: adjustments } = useQuery(adjustmentsQuery(customer.id))
  const mayOpen = mayEnterOpenings(role, business)
  const isOpened = isOpeningRecorded(adjustments?.items, progress)
  const claimedStamps = progress.claimedStamps ?? 0
  const group = useRef<HTMLFieldSetElement>(null)
  const focusGroup = () => group.current?.focus({ preventScroll: true })
  const close = () => setOpen(null)
  return (
    <>
      {claimedStamps > 0 && (
        <ClaimNotice
          customerId={customer.id}
          stamps={claimedStamps}
          mayAnswer={mayOpen}
          onConfirm={() => setOpen('claim')}
          onRejected={focusGroup}
        />
      )}
      {/* Takes the focus, because the pressed button is gone. */}
      <fieldset
        ref={group}
        tabIndex={-1}
        aria-label={texts.acts}
        className="flex min-w-0 flex-wrap gap-2 outline-none"
      >
        {mayOpen && !isOpened && (
          <Button
            variant="secondary"
            icon={<FilePlus2 aria-hidden="true" className={icon} />}
            onClick={() => setOpen('opening')}
          >
            {texts.opening.act}
          </Button>
        )}
        {isAdminLevel(role) && (
          <>
            <Button
              variant="secondary"
              icon={<PencilLine aria-hidden="true" className={icon} />}
              onClick={() => setOpen('correction')}
            >
              {texts.correction.act}
            </Button>
            <Button
              variant="secondary"
              icon={<CalendarPlus aria-hidden="true" className={icon} />}
              onClick={() => setOpen('pastVisit')}
            >
              {texts.pastVisit.act}
            </Button>
          </>
        )}
      </fieldset>
      {open === 'opening' && (
        <OpeningDialog customer={customer} progress={progress} onClose={close} onRecorded={focusGroup} />
      )}
      {open === 'claim' && (
        <OpeningDialog
          customer={customer}
          progress={progress}
          claimedStamps={claimedStamps}
          onClose={close}
          onRecorded={focusGroup}
        />
      )}
      {open === 'correction' && <CorrectionDialog customer={customer} progress={progress} onClose={close} />}
      {open === 'pastVisit' && (
        <PastVisitDialog customer={customer} timeZone={business?.timezone} onClose={close} />
      )}
    </>
  )
}
