import { useQuery } from '@tanstack/react-query'
import { controlPanelQueries } from '@/api/controlPanel'
import { HelpLink } from '@/kit/HelpLink'
import { Notice } from '@/kit/Notice'
import { isFault } from './faults'
import { texts } from './texts'

export function TrialNotice() {
  const { data } = useQuery(controlPanelQueries.mail())
  if (!data || !isFault.trial(data)) return null
  return (
    <Notice tone="warning" title={texts.trial.title}>
      <p>{texts.trial.detail}</p>
      <p>
        <HelpLink page="activar-whatsapp">{texts.trial.help}</HelpLink>
      </p>
    </Notice>
  )
}
