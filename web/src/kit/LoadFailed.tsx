import type { ReactNode } from 'react'
import { Button } from './Button'
import { Notice } from './Notice'
import { texts } from './texts'

interface LoadFailedProps {
  title?: string
  onRetry: () => unknown
  children: ReactNode
}

export function LoadFailed({ title, onRetry, children }: LoadFailedProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error" title={title} className="w-full">
        {children}
      </Notice>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {texts.retry}
      </Button>
    </div>
  )
}
