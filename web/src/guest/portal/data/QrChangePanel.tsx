import { useState } from 'react'
import { changeOwnQr } from '@/acts/guest/changeOwnQr'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from '../texts'
import { useQuestion } from '../useQuestion'

const words = texts.data.changeQr

interface QrChangePanelProps {
  whose: string
  of: OwnData
}

/** 'Cambiar mi QR', for when somebody has photographed it, with what it means before it is done. */
export function QrChangePanel({ whose, of: { child, name } }: QrChangePanelProps) {
  const said = child ? words.of(name) : words.own
  const [done, setDone] = useState(false)
  const { ask, failure, dialog } = useQuestion(async () => {
    await changeOwnQr(whose)
    setDone(true)
    dialog.onClose()
  })
  return (
    <Panel title={said.title}>
      {done ? (
        <>
          <Notice tone="success" title={said.done}>
            {words.doneDetail}
          </Notice>
          <a href="/portal/points" className={`${buttonLook()} mt-4`}>
            {said.see}
          </a>
        </>
      ) : (
        <>
          <p className="text-ink-soft">{words.intro}</p>
          <Button variant="secondary" onClick={ask} className="mt-4">
            {said.ask}
          </Button>
        </>
      )}
      <ConfirmDialog {...dialog} title={said.question} confirm={said.ask} danger busyLabel={words.changing}>
        <p>{words.meaning}</p>
        <p className="text-ink-soft">{said.stays}</p>
        {failure && (
          <Notice tone="error" title={said.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
