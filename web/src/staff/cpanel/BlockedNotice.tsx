import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { controlPanelQueries } from '@/api/controlPanel'
import { HelpLink } from '@/kit/HelpLink'
import { Notice } from '@/kit/Notice'
import { isFault } from './faults'
import { texts } from './texts'

const words = texts.blocked

/** Says that WhatsApp has blocked the sender. Messages wait until the operator has solved that with WhatsApp. */
export function BlockedNotice() {
  const { data } = useQuery(controlPanelQueries.overview())
  if (!data || !isFault.blocked(data)) return null
  return (
    <Notice tone="warning" title={words.title(data.blockedMessages)}>
      <p>{words.detail}</p>
      <p className="flex flex-wrap gap-x-6">
        <HelpLink page="activar-whatsapp" part="si-los-mensajes-no-salen">
          {words.help}
        </HelpLink>
        <Link to="/cpanel/mensajes" search={{ status: 'QUEUED' }} className="font-semibold underline">
          {words.see}
        </Link>
      </p>
    </Notice>
  )
}
