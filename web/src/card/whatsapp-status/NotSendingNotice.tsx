import { Notice } from '@/kit/Notice'
import { texts } from './texts'

interface NotSendingNoticeProps {
  /** Undefined if the server does not send it. */
  whatsapp: 'ON' | 'TRIAL' | 'OFF' | undefined
}

export function NotSendingNotice({ whatsapp }: NotSendingNoticeProps) {
  if (whatsapp !== 'TRIAL' && whatsapp !== 'OFF') return null
  return (
    <Notice tone="warning" title={texts.nothingLeaves[whatsapp].title}>
      {texts.nothingLeaves[whatsapp].detail}
    </Notice>
  )
}
