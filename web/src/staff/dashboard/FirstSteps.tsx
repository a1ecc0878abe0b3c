import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useHideFirstSteps, useMarkFirstStep } from '@/acts/staff/firstSteps'
import { firstStepsQuery } from '@/api/firstSteps'
import type { FirstStep } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { HelpLink } from '@/kit/HelpLink'
import { Panel } from '@/kit/Panel'
import { PaperLinks, StepLink } from './firstStepLinks'
import { firstStepTexts as words } from './firstStepTexts'

/** True until a new business has its first stamp or hides the first steps. */
export function useAwaitsFirstStamp(enabled: boolean): boolean {
  const { data } = useQuery({ ...firstStepsQuery(), enabled })
  return Boolean(data && !data.hidden && data.items.some(({ step, done }) => step === 'STAMP' && !done))
}

export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery())
  const hide = useHideFirstSteps()
  if (!data || data.hidden) return null
  const doneCount = data.items.filter((step) => step.done).length
  if (doneCount === data.items.length)
    return <AllDone busy={hide.isPending} onClose={() => hide.mutate(true)} />
  return (
    <Panel
      title={words.title}
      actions={<span className="text-ink-soft">{words.count(doneCount, data.items.length)}</span>}
    >
      <ol className="grid">
        {data.items.map((item) => (
          <Step key={item.step} item={item} />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <HelpLink page="primeros-pasos">{words.manual}</HelpLink>
        <Button
          variant="quiet"
          className="border-rule!"
          busy={hide.isPending}
          onClick={() => hide.mutate(true)}
        >
          {words.hide}
        </Button>
      </div>
    </Panel>
  )
}

/** Says that nothing is left to do, until the owner closes it. */
function AllDone({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <Panel title={words.allDone}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status">{words.allDoneDetail}</p>
        <Button variant="secondary" busy={busy} onClick={onClose}>
          {words.understood}
        </Button>
      </div>
    </Panel>
  )
}

function Step({ item: { step, done, marked } }: { item: FirstStep }) {
  const mark = useMarkFirstStep()
  const { title, detail, mark: canMark } = words.steps[step]
  const Mark = done ? CircleCheck : Circle
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-rule py-2 last:border-0">
      <Mark
        aria-hidden="true"
        className={done ? 'mt-2.5 size-6 text-accent' : 'mt-2.5 size-6 text-ink-soft'}
      />
      <div className="grid gap-x-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
        <div className="min-w-0 flex-1">
          <span className="flex min-h-target flex-wrap items-center gap-x-3">
            <StepLink step={step}>{title}</StepLink>
            {done ? (
              <Badge tone="good">{words.done}</Badge>
            ) : (
              <span className="sr-only">{words.pending}</span>
            )}
          </span>
          {step === 'PAPER' && <PaperLinks />}
          {!done && (
            <p className="text-small text-ink-soft">
              {detail}
              {step === 'PAPER' && (
                <>
                  {' '}
                  <HelpLink page="tarjetas-de-papel">{words.paperHelp}</HelpLink>
                </>
              )}
            </p>
          )}
        </div>
        {canMark && (!done || marked) && (
          <Button
            variant="quiet"
            aria-label={(marked ? words.unmarkOf : words.markOf)(title)}
            busy={mark.isPending}
            onClick={() => mark.mutate({ step, done: !marked })}
            className="justify-self-start border-rule! text-small max-sm:my-2"
          >
            {marked ? words.unmark : canMark}
          </Button>
        )}
      </div>
    </li>
  )
}
