import { Settings } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The tools of administration. */
export function AdminScreen() {
  return (
    <EmptyState icon={<Settings aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
