import { Download } from 'lucide-react'
import { useState } from 'react'
import { loadOwnPicture } from '@/api/ownUsual'
import type { UsualPicture } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { localDay, sayDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { useFetch } from '@/lib/useFetch'
import { useObjectUrl } from '@/lib/useObjectUrl'
import { texts } from './texts'

export function OwnPicture({ picture, timeZone }: { picture: UsualPicture; timeZone: string }) {
  const { data, error } = useFetch(() => loadOwnPicture(picture.id), { key: picture.id })
  const [isOpen, setOpen] = useState(false)
  const url = useObjectUrl(data)
  const day = sayDay(localDay(new Date(picture.takenAt), timeZone))
  const { width, height } = picture
  if (error !== null) return <p className="text-small text-ink-soft">{texts.photoFailed}</p>
  if (!url || !data) {
    return (
      <canvas
        width={width}
        height={height}
        aria-label={texts.loading}
        className="h-32 w-auto rounded-box bg-well"
      />
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={texts.open(day)}
        className="rounded-box"
        onClick={() => setOpen(true)}
      >
        <img src={url} alt="" width={width} height={height} className="h-32 w-auto rounded-box" />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.photo(day)}
        actions={
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" className="size-5" />}
            onClick={() => saveFile(data, `${texts.file}.${data.type.split('/')[1] ?? 'jpg'}`)}
          >
            {texts.save}
          </Button>
        }
      >
        <img
          src={url}
          alt={texts.photo(day)}
          width={width}
          height={height}
          className="h-auto max-h-[70vh] w-full rounded-box object-contain"
        />
      </Dialog>
    </>
  )
}
