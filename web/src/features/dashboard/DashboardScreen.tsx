import { LayoutDashboard } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The business at a glance. */
export function DashboardScreen() {
  return (
    <EmptyState icon={<LayoutDashboard aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
