import { Notice } from '@/kit/Notice'
import { texts } from './texts'

export function Counting() {
  return <Notice title={texts.counting.title}>{texts.counting.detail}</Notice>
}
