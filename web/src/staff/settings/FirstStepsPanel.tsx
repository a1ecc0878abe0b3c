import { useQuery } from '@tanstack/react-query'
import { useHideFirstSteps } from '@/acts/staff/firstSteps'
import { firstStepsQuery } from '@/api/firstSteps'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'

const words = texts.firstSteps

export function FirstStepsPanel() {
  const { data } = useQuery(firstStepsQuery())
  const hide = useHideFirstSteps()
  if (!data?.hidden) return null
  return (
    <Panel title={words.title}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-ink-soft">{words.detail}</p>
        <Button variant="secondary" busy={hide.isPending} onClick={() => hide.mutate(false)}>
          {words.show}
        </Button>
      </div>
    </Panel>
  )
}
