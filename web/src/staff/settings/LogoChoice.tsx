import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { settingTexts, useRemoveLogo, useSetLogo } from '@/acts/staff/settings'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.card.logo

/** Saves the chosen logo at once. */
export function LogoChoice({ logoUrl }: { logoUrl: string | null }) {
  const file = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const give = useSetLogo()
  const remove = useRemoveLogo()
  const busy = give.isPending || remove.isPending
  const error = give.error ?? remove.error
  const send = (chosenFile: File | undefined) => {
    if (!chosenFile || busy) return
    remove.reset()
    give.mutate(chosenFile)
  }
  const takeAway = () => {
    if (busy) return
    give.reset()
    remove.mutate(undefined, { onSuccess: () => choose.current?.focus() })
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{words.title}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {logoUrl && <img src={logoUrl} alt={words.now} className="logo-plate" />}
        <Button
          ref={choose}
          variant="secondary"
          icon={<ImageUp aria-hidden="true" className="size-5" />}
          busy={give.isPending}
          busyLabel={texts.saving}
          onClick={() => file.current?.click()}
        >
          {logoUrl ? words.change : words.give}
        </Button>
        {logoUrl && (
          <Button variant="quiet" busy={remove.isPending} onClick={takeAway}>
            {words.remove}
          </Button>
        )}
      </div>
      <input
        ref={file}
        hidden
        type="file"
        aria-label={words.title}
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          send(target.files?.[0])
          target.value = '' // allows choosing the same file again
        }}
      />
      {error && <Message text={`❌ ${errorText(error, settingTexts.failed)}`} />}
      <p className="text-small text-ink-soft">{words.help}</p>
    </fieldset>
  )
}
