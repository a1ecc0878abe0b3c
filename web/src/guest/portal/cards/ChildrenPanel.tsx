import { Baby } from 'lucide-react'
import { useState } from 'react'
import { addOwnChild } from '@/acts/guest/ownCards'
import { useAddOwnChild } from '@/acts/guest/useAddOwnChild'
import type { OwnChild, PortalCard, PortalSession } from '@/api/types'
import { OwnChildForm } from '@/card/child/OwnChildForm'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { OpenFailed } from './OpenFailed'
import { OwnPhone } from './OwnPhone'
import { texts } from './texts'
import { useOpenCard } from './useOpenCard'

const words = texts.children

interface ChildrenPanelProps {
  cards: readonly PortalCard[]
  onAdded: () => void
  onOpened: (session: PortalSession) => void
  onGone: (session: PortalSession) => void
}

/** Lets a guardian add a child, open the new card, and move the card of a child over 14 to their own phone. */
export function ChildrenPanel({ cards, onAdded, onOpened, onGone }: ChildrenPanelProps) {
  const [state, setState] = useState<'not' | 'asked' | 'left'>('not')
  const [addedChild, setAddedChild] = useState<OwnChild | null>(null)
  const adding = useAddOwnChild(addOwnChild, (child) => {
    setAddedChild(child)
    setState('left')
    onAdded()
  })
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{words.intro}</p>
        {addedChild && <AddedChild child={addedChild} onOpened={onOpened} />}
        {state === 'asked' ? (
          <OwnChildForm adding={adding} onCancel={() => setState('left')} />
        ) : (
          <Button
            variant="secondary"
            className="justify-self-start"
            icon={<Baby aria-hidden="true" className="size-5" />}
            // After the form closes, the focus returns to this button.
            autoFocus={state === 'left'}
            onClick={() => {
              setAddedChild(null)
              setState('asked')
            }}
          >
            {words.add}
          </Button>
        )}
        {cards.map((card) => card.grown && <OwnPhone key={card.id} child={card} onGone={onGone} />)}
      </div>
    </Panel>
  )
}

function AddedChild({ child, onOpened }: { child: OwnChild; onOpened: ChildrenPanelProps['onOpened'] }) {
  const { failure, pending, open } = useOpenCard(onOpened)
  return (
    <>
      <Notice tone="success" title={words.added(child.name)}>
        <p>{words.family}</p>
        <Button
          variant="secondary"
          named
          className="mt-3"
          busy={pending !== null}
          busyLabel={texts.opening}
          onClick={() => open(child.id)}
        >
          {words.open(child.name)}
        </Button>
      </Notice>
      <OpenFailed failure={failure} />
    </>
  )
}
