import { useState } from 'react'
import { changeOwnQr } from '@/acts/guest/changeOwnQr'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from '../texts'
import { useConfirmation } from '../useConfirmation'

const words = texts.data.changeQr

interface QrChangePanelProps {
  customerId: string
  data: OwnData
}

export function QrChangePanel({ customerId, data: { child, name } }: QrChangePanelProps) {
  const subjectWords = child ? words.of(name) : words.own
  const [done, setDone] = useState(false)
  const { ask, failure, dialog } = useConfirmation(async () => {
    await changeOwnQr(customerId)
    setDone(true)
    dialog.onClose()
  })
  return (
    <Panel title={withNames(subjectWords.title, child && name)}>
      {done ? (
        <>
          <Notice tone="success" title={withNames(subjectWords.done, child && name)}>
            {words.doneDetail}
          </Notice>
          <a href="/portal/points" className={`${buttonLook()} mt-4`}>
            {subjectWords.see}
          </a>
        </>
      ) : (
        <>
          <p className="text-ink-soft">{words.intro}</p>
          <Button variant="secondary" onClick={ask} className="mt-4">
            {subjectWords.ask}
          </Button>
        </>
      )}
      <ConfirmDialog
        {...dialog}
        title={withNames(subjectWords.question, child && name)}
        confirm={subjectWords.ask}
        danger
        busyLabel={words.changing}
      >
        <p>{words.meaning}</p>
        <p className="text-ink-soft">{subjectWords.stays}</p>
        {failure && (
          <Notice tone="error" title={withNames(subjectWords.failed, child && name)}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
