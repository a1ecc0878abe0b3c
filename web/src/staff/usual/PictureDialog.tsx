import { useState } from 'react'
import { useRemoveUsualPicture } from '@/acts/staff/usuals'
import type { Usual, UsualPicture } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { Message } from '@/kit/Message'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { Photo } from './Photo'
import { texts } from './texts'
import { type OnScan, useScannedCode } from './useScannedCode'

const words = texts.photo

interface PictureDialogProps {
  usual: Usual
  timeZone: string | undefined
  onScan: OnScan | undefined
  onClose: () => void
}

export function PictureDialog({
  usual: { customerId, pictures },
  timeZone,
  onScan,
  onClose,
}: PictureDialogProps) {
  useScannedCode((scannedText) => {
    if (!onScan) return
    onClose()
    onScan(scannedText, 'reader')
  })
  return (
    <Dialog open onClose={onClose} title={words.title(pictures.length)}>
      {[...pictures].reverse().map((picture) => (
        <Picture key={picture.id} customerId={customerId} picture={picture} timeZone={timeZone} />
      ))}
    </Dialog>
  )
}

interface PictureProps {
  customerId: string
  picture: UsualPicture
  timeZone: string | undefined
}

function Picture({ customerId, picture, timeZone }: PictureProps) {
  const [isAsked, setAsked] = useState(false)
  const remove = useRemoveUsualPicture(customerId)
  const day = sayDay(localDay(new Date(picture.takenAt), timeZone))
  return (
    <figure className="grid gap-2">
      <Photo customerId={customerId} picture={picture} alt={words.of(day)} className="usual-picture" />
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span>{day}</span>
        {!isAsked && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {words.remove}
          </Button>
        )}
      </figcaption>
      {isAsked && (
        <InlineConfirm
          question={words.removeSure}
          keep={words.keep}
          confirm={words.remove}
          arms={picture.id}
          danger
          busy={remove.isPending}
          onKeep={() => setAsked(false)}
          onConfirm={() => remove.mutate(picture.id)}
        />
      )}
      {remove.error && <Message text={`❌ ${errorText(remove.error, words.removeFailed)}`} />}
    </figure>
  )
}
