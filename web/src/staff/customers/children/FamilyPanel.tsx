import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useAcceptFamily } from '@/acts/staff/families'
import { offeredNames, useFamilyOffer } from '@/acts/staff/familyOffer'
import { familyTexts } from '@/acts/staff/familyTexts'
import type { Family, FamilyOffer } from '@/api/types'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { FocusedResult } from './FocusedResult'
import { OfferDialog } from './OfferDialog'
import { texts } from './texts'

const words = { ...familyTexts.offer, ...texts.family }

export function FamilyPanel({ customerId }: { customerId: string }) {
  const { offer, isDeclined, decline } = useFamilyOffer(customerId)
  const { asking, ask, stopAsking } = useOfferDialog(offer)
  const [joinedFamily, setJoinedFamily] = useState<Family | null>(null)
  const accept = useAcceptFamily(customerId, (family) => {
    stopAsking()
    setJoinedFamily(family)
  })
  const failure = accept.isError ? errorText(accept.error, words.failed) : null
  if (!offer) return <Outcome joinedFamily={joinedFamily} failure={failure} />
  return (
    <Panel title={words.title}>
      <OfferSummary
        offer={offer}
        isDeclined={isDeclined}
        onDecline={decline}
        onAsk={() => {
          accept.reset()
          ask()
        }}
      />
      {asking && (
        <OfferDialog
          customerId={customerId}
          offer={offer}
          busy={accept.isPending}
          failure={failure}
          onConfirm={() => accept.mutate(offer)}
          onClose={() => {
            accept.reset()
            stopAsking()
          }}
        />
      )}
    </Panel>
  )
}

/** Opens the offer at once if the link that led here asks for it. Closes it when there is no offer any more. */
function useOfferDialog(offer: FamilyOffer | null) {
  const navigate = useNavigate()
  const cameForIt = useLocation().state.family === true
  const [asking, setAsking] = useState(cameForIt)
  const [before, setBefore] = useState(offer)
  if (before !== offer) {
    setBefore(offer)
    if (!offer) setAsking(false)
  }
  const stopAsking = () => {
    setAsking(false)
    // Otherwise going back or a reload would open the dialog again.
    if (cameForIt)
      void navigate({
        to: '.',
        search: { apartado: 'familia' },
        replace: true,
        state: {},
        resetScroll: false,
        ignoreBlocker: true,
      })
  }
  return { asking, ask: () => setAsking(true), stopAsking }
}

interface OfferSummaryProps {
  offer: FamilyOffer
  isDeclined: boolean
  onDecline: () => void
  onAsk: () => void
}

function OfferSummary({ offer, isDeclined, onDecline, onAsk }: OfferSummaryProps) {
  const [hasDeclined, setHasDeclined] = useState(false)
  const names = offeredNames(offer.effects)
  const isNew = offer.familyId === null
  return (
    <div className="grid gap-4">
      {!isDeclined && (
        <p>{withNames(isNew ? words.create(names) : words.add(names, offer.name), names, offer.name)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          // Takes the focus after a decline, because the pressed button is gone.
          key={String(isDeclined)}
          autoFocus={hasDeclined}
          variant={isDeclined ? 'secondary' : 'primary'}
          named
          icon={<UsersRound aria-hidden="true" className="size-5 flex-none" />}
          onClick={onAsk}
        >
          <span className="min-w-0">
            {withNames(isNew ? words.make(offer.name) : words.join(names, offer.name), names, offer.name)}
          </span>
        </Button>
        {!isDeclined && (
          <Button
            variant="quiet"
            onClick={() => {
              setHasDeclined(true)
              onDecline()
            }}
          >
            {words.notNow}
          </Button>
        )}
      </div>
    </div>
  )
}

function Outcome({ joinedFamily, failure }: { joinedFamily: Family | null; failure: string | null }) {
  if (joinedFamily) {
    return (
      <Panel title={words.title}>
        <FocusedResult>
          {words.together}{' '}
          <Link
            to="/app/familias/$id"
            params={{ id: joinedFamily.id }}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {withNames(words.open(joinedFamily.name), joinedFamily.name)}
          </Link>
        </FocusedResult>
      </Panel>
    )
  }
  if (failure === null) return null
  return (
    <Panel title={words.title}>
      <Message text={`❌ ${failure}`} />
    </Panel>
  )
}
