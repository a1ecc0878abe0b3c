import { ScanLine } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** Where staff check customers in. */
export function CheckinScreen() {
  return (
    <EmptyState icon={<ScanLine aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
