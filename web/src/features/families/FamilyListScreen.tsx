import { UsersRound } from 'lucide-react'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** The families of a business. */
export function FamilyListScreen() {
  return (
    <EmptyState icon={<UsersRound aria-hidden="true" />} as="h1" title={texts.title}>
      {texts.detail}
    </EmptyState>
  )
}
