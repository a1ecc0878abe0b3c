import { Users } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The customers of the business. */
export function CustomerListScreen() {
  return (
    <EmptyState icon={<Users aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
