import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/kit/Button'
import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'

const words = texts.saveQr

interface Picture {
  href: string
  download: string
}

interface SaveQrProps {
  file: Picture
  label: string
  look?: ButtonLook
}

/** Downloads the QR. A second button shares it, if the device can. */
export function SaveQr({ file, label, look = {} }: SaveQrProps) {
  const [note, setNote] = useState('')
  return (
    <>
      <a
        href={file.href}
        download={file.download}
        className={buttonLook(look)}
        onClick={(event) => {
          const isOffline = navigator.onLine === false
          // Offline, the download would fail silently.
          if (isOffline) event.preventDefault()
          setNote(isOffline ? words.offline : words.saved(file.download))
        }}
      >
        <span className="flex items-center gap-2">
          <Download aria-hidden="true" className="size-5" />
          {label}
        </span>
      </a>
      {canShareFiles() && (
        <Button
          variant="secondary"
          wide={look.wide ?? false}
          icon={<Share2 aria-hidden="true" className="size-5" />}
          onClick={() => void share(file).then(setNote)}
        >
          {words.share}
        </Button>
      )}
      <p role="status" className="text-center text-small text-ink-soft empty:hidden">
        {note}
      </p>
    </>
  )
}

function canShareFiles(): boolean {
  if (!inBrowser) return false
  const example = new File([], 'qr.png', { type: 'image/png' })
  return navigator.canShare?.({ files: [example] }) ?? false
}

/** Returns the message to show; empty if the user cancels. */
async function share({ href, download: name }: Picture): Promise<string> {
  try {
    const answer = await fetch(href)
    if (!answer.ok) return words.notShared
    await navigator.share({ files: [new File([await answer.blob()], name, { type: 'image/png' })] })
    return ''
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? '' : words.notShared
  }
}
