import { useQuery } from '@tanstack/react-query'
import { controlPanelQueries } from '@/api/controlPanel'
import { HelpLink } from '@/kit/HelpLink'
import { Notice } from '@/kit/Notice'
import { sayExactly } from '@/lib/dates'
import { isFault } from './faults'
import { texts } from './texts'

const words = texts.token

export function TokenNotice() {
  const { data } = useQuery(controlPanelQueries.token())
  if (!data?.endsAt || !isFault.token(data)) return null
  const isExpired = new Date(data.endsAt).getTime() <= Date.now()
  const when = sayExactly(data.endsAt)
  return (
    <Notice
      tone={isExpired ? 'error' : 'warning'}
      title={isExpired ? words.expired(when) : words.title(when)}
    >
      <p>{words.hint}</p>
      <p>
        <HelpLink page="activar-whatsapp" part="renovar-el-token">
          {words.help}
        </HelpLink>
      </p>
    </Notice>
  )
}
