import { useQuery } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { adjustmentsQuery } from '@/api/adjustments'
import type { Customer, Progress } from '@/api/types'
import { Button } from '@/kit/Button'
import { OpeningDialog } from '../stamps/OpeningDialog'
import { isOpeningRecorded } from '../stamps/stampChanges'
import { texts } from '../stamps/texts'

interface PaperStampsProps {
  customer: Pick<Customer, 'id' | 'name'>
  progress: Progress
  /** Moves the focus, because the pressed button disappears. */
  onRecorded: () => void
}

/** Enters the stamps of a paper card. Hidden once the card has them, and until the server says so. */
export function PaperStamps({ customer, progress, onRecorded }: PaperStampsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: adjustments, isPending } = useQuery(adjustmentsQuery(customer.id))
  const isOffered = adjustments && !isOpeningRecorded(adjustments.items, progress)
  // Keeps the place of the button, so that nothing below moves when it appears.
  if (isPending) return <div className="-mt-3 min-h-target" />
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
          customer={customer}
          progress={progress}
          onClose={() => setOpen(false)}
          onRecorded={onRecorded}
        />
      )}
    </>
  )
}
