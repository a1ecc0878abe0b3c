import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTrialMail } from '@/acts/staff/operating'
import { controlPanelQueries } from '@/api/controlPanel'
import { Button } from '@/kit/Button'
import { HelpLink } from '@/kit/HelpLink'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { isFault } from './faults'
import { texts } from './texts'

const words = texts.mail

export function MailNotice() {
  const { data } = useQuery(controlPanelQueries.mail())
  if (!data || !isFault.mail(data)) return null
  return (
    <Notice tone="warning" title={words.stuck(data.waiting)}>
      <p>{words.look}</p>
      <p>
        <HelpLink page="correo" part="si-los-correos-no-salen">
          {words.help}
        </HelpLink>
      </p>
    </Notice>
  )
}

export function MailStatus() {
  const { data } = useQuery(controlPanelQueries.mail())
  if (!data) return null
  return (
    <div className="grid gap-2">
      <p className="flex items-start gap-2 text-ink-soft">
        <Mail aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {words.name} {data.from ? words.from(data.from) : words.notSetUp}{' '}
          {!data.from && <HelpLink page="correo">{words.setUp}</HelpLink>}
        </span>
      </p>
      {data.from && <TrialMail />}
    </div>
  )
}

function TrialMail() {
  const trial = useTrialMail()
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="quiet"
        busy={trial.isPending}
        busyLabel={words.trialBusy}
        onClick={() => trial.mutate()}
      >
        {words.trial}
      </Button>
      {trial.data && (
        <Message
          text={
            trial.data.sent ? words.trialSent(trial.data.to) : words.trialRefused(trial.data.reason ?? '')
          }
        />
      )}
      {trial.isError && <Message text={`❌ ${errorText(trial.error, words.trialFailed)}`} />}
    </div>
  )
}
