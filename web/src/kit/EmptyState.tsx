import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  as?: 'h1' | 'p'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, as: Title = 'p', title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center [overflow-wrap:anywhere]">
      {icon && <span className="text-ink-soft [&>svg]:size-9">{icon}</span>}
      <Title className="text-lead font-bold">{title}</Title>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
