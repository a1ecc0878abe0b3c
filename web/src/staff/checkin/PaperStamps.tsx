import { useQuery } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { adjustmentsQuery } from '@/api/adjustments'
import { Button } from '@/kit/Button'
import { daysBetween } from '@/lib/dates'
import { OpeningDialog } from '../stamps/OpeningDialog'
import { isOpeningRecorded } from '../stamps/stampChanges'
import { texts } from '../stamps/texts'
import type { CustomerData } from './panel'

/** Days since the registration. Later, a paper card is entered in the record. */
const newcomerDays = 90

interface PaperStampsProps {
  id: string
  name: string
  data: CustomerData
  /** Moves the focus, because the pressed button disappears. */
  onRecorded: () => void
}

/** Enters the stamps of a newcomer's paper card. Hidden until the server says that the card has none. */
export function PaperStamps({ id, name, data, onRecorded }: PaperStampsProps) {
  const [isOpen, setOpen] = useState(false)
  const isNew = isNewcomer(data)
  const { data: adjustments, isLoading } = useQuery({ ...adjustmentsQuery(id), enabled: isNew })
  const { progress } = data
  if (!progress) return null
  const isOffered = isNew && adjustments && !isOpeningRecorded(adjustments.items, progress)
  // Keeps the place of the button, so that nothing below moves when it appears.
  if (isLoading) return <div className="-mt-3 min-h-target" />
  if (!isOffered && !isOpen) return null
  return (
    <>
      {isOffered && (
        <Button
          variant="quiet"
          className="-mt-3 justify-self-start px-2! text-left! max-sm:text-small"
          icon={<FilePlus2 aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(true)}
        >
          {texts.opening.act}
        </Button>
      )}
      {isOpen && (
        <OpeningDialog
          customer={{ id, name }}
          progress={progress}
          onClose={() => setOpen(false)}
          onRecorded={onRecorded}
        />
      )}
    </>
  )
}

/** After a scan only the card is known: a newcomer has at most one stamp. */
function isNewcomer({ customer, progress }: CustomerData): boolean {
  if (customer) return daysBetween(new Date(customer.createdAt), new Date()) <= newcomerDays
  return (progress?.count ?? 0) <= 1
}
