import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

interface NoResultsProps {
  title: string
  children: ReactNode
  clear: string
  onClear: () => void
}

export function NoResults({ title, children, clear, onClear }: NoResultsProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
