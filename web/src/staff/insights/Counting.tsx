import { Notice } from '@/kit/Notice'
import { texts } from './texts'

/** Counting says that the numbers of a report are being counted for the first time. */
export function Counting() {
  return <Notice title={texts.counting.title}>{texts.counting.detail}</Notice>
}
