import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

interface NothingFoundProps {
  title: string
  /** What was looked for. */
  children: ReactNode
  /** What takes the search back, as the button says it. */
  clear: string
  onClear: () => void
}

/** What a search without results says. */
export function NoResults({ title, children, clear, onClear }: NothingFoundProps) {
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
