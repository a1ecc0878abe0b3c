import { ChartNoAxesColumn } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The services of each customer by day, week and month. */
export function ServicesReportScreen() {
  return (
    <EmptyState icon={<ChartNoAxesColumn aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
