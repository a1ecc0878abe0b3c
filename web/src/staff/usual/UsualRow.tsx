import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { type ChosenPhoto, useAddUsualPicture } from '@/acts/staff/usuals'
import { isApiError, isOffline } from '@/api/error'
import type { Usual, UsualPermission } from '@/api/types'
import { usualQuery } from '@/api/usuals'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { AskPermission } from './AskPermission'
import { NoteDialog } from './NoteDialog'
import { Photo } from './Photo'
import { PictureDialog } from './PictureDialog'
import { texts } from './texts'
import type { OnScan } from './useScannedCode'
import './usual.css'

const maxPictures = 3

interface UsualRowProps {
  customerId: string
  timeZone: string | undefined
  /** True at the counter: one row of fixed height. */
  large?: boolean
  onScan?: OnScan
}

/** The row of the usual cut. It keeps its height while loading. */
export function UsualRow({ customerId, timeZone, large = false, onScan }: UsualRowProps) {
  const { data, error } = useQuery(usualQuery(customerId))
  if (isApiError(error, 'USUAL_OFF')) return null
  const row = data ? (
    <LoadedUsual usual={data} timeZone={timeZone} large={large} onScan={onScan} />
  ) : (
    <div className="usual-row">{error && <p className="text-ink-soft">{failureOf(error)}</p>}</div>
  )
  if (!large) return <div className="usual">{row}</div> // the panel shows the name
  return (
    <section aria-label={texts.title} className="usual">
      {row}
    </section>
  )
}

const failureOf = (error: unknown) => (isOffline(error) ? texts.offline : texts.failed)

type Act = 'photo' | 'note'

interface LoadedUsualProps {
  usual: Usual
  timeZone: string | undefined
  large: boolean
  onScan: OnScan | undefined
}

function LoadedUsual({ usual, timeZone, large, onScan }: LoadedUsualProps) {
  const { customerId, note, pictures, consent } = usual
  const input = useRef<HTMLInputElement>(null)
  const add = useAddUsualPicture(customerId)
  const [actToConfirm, setActToConfirm] = useState<Act | null>(null)
  const [permission, setPermission] = useState<UsualPermission>()
  const [open, setOpen] = useState<'note' | 'pictures' | null>(null)
  const start = (act: Act) => (act === 'photo' ? input.current?.click() : setOpen('note'))
  // A recorded consent replaces the answer given on this screen, because the customer may have withdrawn it since.
  const newPermission = consent?.granted ? undefined : permission
  const ask = (act: Act) => (consent?.granted ? start(act) : setActToConfirm(act))
  const send = (photo: ChosenPhoto) => {
    setActToConfirm(null)
    add.mutate(photo, { onSuccess: () => setPermission(undefined) })
  }
  return (
    <>
      <div className="usual-row">
        {pictures.length > 0 && <Thumbnail usual={usual} onOpen={() => setOpen('pictures')} />}
        <button
          type="button"
          className="usual-note"
          data-empty={note === null || undefined}
          aria-label={note === null ? texts.note.add : texts.note.edit(note)}
          onClick={() => ask('note')}
        >
          <span>{note ?? texts.note.add}</span>
        </button>
        {pictures.length < maxPictures && (
          <Button
            variant="secondary"
            size={large ? 'counter' : 'regular'}
            className="usual-take"
            icon={<Camera aria-hidden="true" className="size-5" />}
            busy={add.isPending}
            aria-label={texts.photo.take}
            onClick={() => ask('photo')}
          >
            <span className="usual-take-word">{texts.photo.take}</span>
          </Button>
        )}
      </div>
      <PhotoInput
        input={input}
        onChosen={(file) => send({ file, ...(newPermission && { permission: newPermission }) })}
      />
      {actToConfirm && (
        <AskPermission
          usual={usual}
          yes={texts.ask.yes[actToConfirm]}
          large={large}
          onNo={() => setActToConfirm(null)}
          onYes={(permission) => {
            setPermission(permission)
            if (actToConfirm === 'note') setActToConfirm(null)
            start(actToConfirm)
          }}
        />
      )}
      {add.error && <Message text={`❌ ${errorText(add.error, texts.photo.failed)}`} />}
      {open === 'note' && (
        <NoteDialog usual={usual} permission={newPermission} onScan={onScan} onClose={() => setOpen(null)} />
      )}
      {open === 'pictures' && pictures.length > 0 && (
        <PictureDialog usual={usual} timeZone={timeZone} onScan={onScan} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function Thumbnail({ usual: { customerId, pictures }, onOpen }: { usual: Usual; onOpen: () => void }) {
  const last = pictures[pictures.length - 1]
  if (!last) return null
  return (
    <button
      type="button"
      aria-label={texts.photo.open(pictures.length)}
      className="usual-thumbnail"
      onClick={onOpen}
    >
      <Photo customerId={customerId} picture={last} alt="" />
      {pictures.length > 1 && <span aria-hidden="true">{pictures.length}</span>}
    </button>
  )
}

interface PhotoInputProps {
  input: RefObject<HTMLInputElement | null>
  onChosen: (file: File) => void
}

/** On a phone `capture` opens the back camera; a computer ignores it. */
function PhotoInput({ input, onChosen }: PhotoInputProps) {
  return (
    <input
      ref={input}
      hidden
      type="file"
      aria-label={texts.photo.take}
      accept="image/*"
      capture="environment"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onChosen(file)
        target.value = '' // allows choosing the same file again
      }}
    />
  )
}
