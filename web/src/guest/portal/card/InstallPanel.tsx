import { Smartphone } from 'lucide-react'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { installsByHand, takeInstallOffer, useInstallOffer } from '@/lib/installOffer'
import { texts } from '../texts'

const words = texts.install

/** The way to the home screen, where the browser has one and the card is not there already. */
export function InstallPanel() {
  const offer = useInstallOffer()
  if (!offer && !installsByHand()) return null
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro}</p>
      {offer ? (
        <Button
          variant="secondary"
          icon={<Smartphone aria-hidden="true" className="size-5" />}
          onClick={() => void takeInstallOffer()}
          className="mt-4"
        >
          {words.install}
        </Button>
      ) : (
        <p className="mt-2">{words.byHand}</p>
      )}
    </Panel>
  )
}
