import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/kit/Button'
import { CopyButton } from '@/kit/CopyButton'
import { PrintSheet } from '@/kit/PrintSheet'
import { saveFile } from '@/lib/saveFile'
import { texts } from './secondFactorTexts'

const words = texts.codes

const focus = (element: HTMLElement | null) => element?.focus()

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shown once. Leaving the page asks for confirmation. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const [isPrinting, setPrinting] = useState(false)
  const text = codes.join('\n')
  const download = () =>
    saveFile(new Blob([`${words.heading}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }), words.file)
  return (
    <div className="grid gap-4">
      <p ref={focus} tabIndex={-1} className="outline-none">
        {words.intro}
      </p>
      <ul
        aria-label={words.list}
        translate="no"
        className="grid gap-x-6 gap-y-1 rounded-box border border-field bg-well px-4 py-3 text-center font-mono select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={text} label={words.copy} copied={words.copied} failed={words.copyFailed} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          variant="secondary"
          wide
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={download}
        >
          {words.download}
        </Button>
        <Button
          variant="secondary"
          wide
          icon={<Printer aria-hidden="true" className="size-5" />}
          onClick={() => setPrinting(true)}
        >
          {words.print}
        </Button>
      </div>
      <Button size="counter" wide onClick={onDone}>
        {words.done}
      </Button>
      {isPrinting && (
        <PrintSheet onDone={() => setPrinting(false)}>
          <h1>{words.heading}</h1>
          <pre>{text}</pre>
        </PrintSheet>
      )}
    </div>
  )
}
