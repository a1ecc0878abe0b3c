import { useState } from 'react'
import type { OwnData, PortalCard } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { useCards } from './cards/cards'
import { texts as cardTexts } from './cards/texts'
import { askErasure } from './ownData'
import { texts } from './texts'

const words = texts.data.erasure

interface ErasurePanelProps {
  of: OwnData
  onErased: () => void
}

/** The right to be forgotten, with what it means, and for whom, before it is asked for. */
export function ErasurePanel({ of: { child, name }, onErased }: ErasurePanelProps) {
  const { cards } = useCards(!child)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const erase = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await askErasure()
      onErased()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro}</p>
      <Button variant="secondary" onClick={() => setOpen(true)} className="mt-4">
        {words.ask}
      </Button>
      <ConfirmDialog
        open={open}
        title={words.question}
        confirm={words.confirm}
        danger
        busy={busy}
        busyLabel={words.erasing}
        onConfirm={() => void erase()}
        onClose={() => setOpen(false)}
      >
        <p>{child ? words.meaningOf(name) : words.meaning}</p>
        <ErasedToo cards={cards} />
        {failure !== null && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}

/** The children go with their guardian. */
function ErasedToo({ cards }: { cards: readonly PortalCard[] }) {
  const shop = cards.find(({ current }) => current)?.businessId
  const children = cards.filter(({ child, businessId }) => child && businessId === shop)
  if (children.length === 0) return null
  return <p className="mt-3 font-semibold">{cardTexts.erasedToo(children.map(({ name }) => name))}</p>
}
