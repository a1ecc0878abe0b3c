import type { ReactNode } from 'react'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { registrationPath } from '@/lib/registrationPath'
import { texts } from './texts'
import { useConfirmation } from './useConfirmation'

const words = texts.release

interface ReleasePhoneProps {
  label: ReactNode
  release: () => Promise<unknown>
  onReleased: () => void
}

/** Lets a phone's new owner remove the number from the former owner's record. */
export function ReleasePhone({ label, release, onReleased }: ReleasePhoneProps) {
  const { ask, failure, dialog } = useConfirmation(async () => {
    await release()
    dialog.onClose()
    onReleased()
  })
  return (
    <>
      <Button variant="quiet" className="max-w-full justify-self-center wrap-anywhere" onClick={ask}>
        {/* One element, because the button would lay out each part of the sentence as a column. */}
        <span className="min-w-0">{label}</span>
      </Button>
      <ConfirmDialog {...dialog} title={words.question} confirm={words.confirm} danger busyLabel={words.busy}>
        <p>{words.meaning}</p>
        {failure && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  )
}

export function PhoneReleased({ businessId }: { businessId: string | null }) {
  return (
    <Notice tone="success" title={words.done}>
      <p>{words.doneDetail}</p>
      {businessId && (
        <a href={registrationPath(businessId)} className="underline">
          {words.register}
        </a>
      )}
    </Notice>
  )
}
