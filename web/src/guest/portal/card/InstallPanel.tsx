import { Smartphone } from 'lucide-react'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { needsManualInstall, showInstallPrompt, useInstallPrompt } from '@/lib/installPrompt'
import { texts } from '../texts'

const words = texts.install

/** Offers to install the card, if the browser can. */
export function InstallPanel() {
  const offer = useInstallPrompt()
  if (!offer && !needsManualInstall()) return null
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro}</p>
      {offer ? (
        <Button
          variant="secondary"
          icon={<Smartphone aria-hidden="true" className="size-5" />}
          onClick={() => void showInstallPrompt()}
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
