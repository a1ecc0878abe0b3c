import { useEffect, useRef } from 'react'
import { openCard } from '@/acts/guest/ownCards'
import { assertCardOpen, requestErasure } from '@/acts/guest/ownData'
import { isUnauthorized } from '@/api/followCard'
import type { OwnData, PortalCard, PortalSession } from '@/api/types'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts as cardTexts } from '../cards/texts'
import { useCards } from '../cards/useCards'
import { texts } from '../texts'
import { useConfirmation } from '../useConfirmation'

const words = texts.data.erasure

interface ErasurePanelProps {
  customerId: string
  data: OwnData
  onErased: () => void
  /** Called with the guardian's session, with which the page continues. */
  onChildErased: (name: string, guardian: PortalSession) => void
}

/** Requests erasure after a confirmation that names all affected customers. */
export function ErasurePanel({
  customerId,
  data: { child, name },
  onErased,
  onChildErased,
}: ErasurePanelProps) {
  const subjectWords = child ? words.of(name) : words.own
  const guardian = useRef<PortalSession | null>(null)
  const { ask, failure, dialog } = useConfirmation(async () => {
    try {
      assertCardOpen(customerId)
      // Opened before the erasure, because an erased customer's session opens no other card.
      if (child) guardian.current ??= await openGuardian(cards)
      await requestErasure()
    } catch (error) {
      // Unauthorized: an earlier attempt succeeded, but its response was lost.
      if (!isUnauthorized(error)) throw error
    }
    if (guardian.current) onChildErased(name, guardian.current)
    else onErased()
  })
  const { cards, isLoaded: areRead, error: unread, load } = useCards()
  useEffect(() => {
    if (dialog.open) load()
  }, [dialog.open, load])
  return (
    <Panel title={withNames(subjectWords.title, child && name)}>
      <p className="text-ink-soft">{withNames(subjectWords.intro, child && name)}</p>
      <Button variant="secondary" onClick={ask} className="mt-4">
        {words.ask}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={withNames(subjectWords.question, child && name)}
        confirm={subjectWords.confirm}
        danger
        disabled={!areRead}
        busyLabel={words.erasing}
      >
        <p>{withNames(subjectWords.meaning, child && name)}</p>
        {!areRead && unread === null && <Skeleton className="h-12" />}
        {unread !== null && (
          <LoadFailed title={words.unread} onRetry={load}>
            {errorText(unread)}
          </LoadFailed>
        )}
        {!child && <AlsoErased cards={cards} />}
        {failure && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}

function AlsoErased({ cards }: { cards: readonly PortalCard[] }) {
  const children = cardsOfOpenBusiness(cards).filter(({ child }) => child)
  if (children.length === 0) return null
  return <p className="mt-3 font-semibold">{cardTexts.erasedToo(children.map(({ name }) => name))}</p>
}

/** Opens the guardian's card; null without a guardian. */
async function openGuardian(cards: readonly PortalCard[]): Promise<PortalSession | null> {
  const guardian = cardsOfOpenBusiness(cards).find(({ child }) => !child)
  return guardian ? openCard(guardian.id) : null
}

function cardsOfOpenBusiness(cards: readonly PortalCard[]): readonly PortalCard[] {
  const shop = cards.find(({ current }) => current)?.businessId
  return cards.filter(({ businessId }) => businessId === shop)
}
