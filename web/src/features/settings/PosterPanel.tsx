import { Download } from 'lucide-react'
import { usePoster } from '@/acts/businesses'
import type { PosterSize } from '@/api/types'
import { Button } from '@/ui/Button'
import { Panel } from '@/ui/Panel'
import { texts } from './texts'

const sizes: readonly PosterSize[] = ['A4', 'A6']

/** The poster for the venue, on the paper of one's choice. */
export function PosterPanel() {
  const poster = usePoster()
  return (
    <Panel title={texts.poster.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{texts.poster.detail}</p>
        <div className="flex flex-wrap gap-2">
          {sizes.map((size) => (
            <Button
              key={size}
              variant="secondary"
              icon={<Download aria-hidden="true" className="size-5" />}
              busy={poster.isPending && poster.variables.size === size}
              onClick={() => poster.mutate({ size })}
            >
              {texts.poster.sizes[size]}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}
