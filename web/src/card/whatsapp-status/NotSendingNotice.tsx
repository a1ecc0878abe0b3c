import { Notice } from '@/kit/Notice'
import { texts } from './texts'

interface NothingLeavesProps {
  /** Whether messages leave; other servers do not say. */
  whatsapp: 'ON' | 'TRIAL' | 'OFF' | undefined
}

/** Beside what goes by WhatsApp: that nothing leaves now; nothing where messages do, or a server does not say. */
export function NotSendingNotice({ whatsapp }: NothingLeavesProps) {
  if (whatsapp !== 'TRIAL' && whatsapp !== 'OFF') return null
  return (
    <Notice tone="warning" title={texts.nothingLeaves[whatsapp].title}>
      {texts.nothingLeaves[whatsapp].detail}
    </Notice>
  )
}
