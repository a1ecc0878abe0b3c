import { Building2 } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The businesses of the platform. */
export function ControlPanelScreen() {
  return (
    <EmptyState icon={<Building2 aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
