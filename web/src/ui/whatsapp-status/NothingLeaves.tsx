import type { MessageWays } from '@/api/types'
import { Notice } from '../Notice'
import { texts } from './texts'

/** Beside what goes by WhatsApp: that nothing leaves now; nothing where messages do, or a server does not say. */
export function NothingLeaves({ whatsapp }: Pick<MessageWays, 'whatsapp'>) {
  if (whatsapp !== 'TRIAL' && whatsapp !== 'OFF') return null
  return (
    <Notice tone="warning" title={texts.nothingLeaves[whatsapp].title}>
      {texts.nothingLeaves[whatsapp].detail}
    </Notice>
  )
}
