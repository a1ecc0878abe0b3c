import { Notice } from '@/kit/Notice'
import { texts } from './texts'

interface NothingLeavesProps {
  /** Undefined on other servers. */
  whatsapp: 'ON' | 'TRIAL' | 'OFF' | undefined
}

export function NotSendingNotice({ whatsapp }: NothingLeavesProps) {
  if (whatsapp !== 'TRIAL' && whatsapp !== 'OFF') return null
  return (
    <Notice tone="warning" title={texts.nothingLeaves[whatsapp].title}>
      {texts.nothingLeaves[whatsapp].detail}
    </Notice>
  )
}
