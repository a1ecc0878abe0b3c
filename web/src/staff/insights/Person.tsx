import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PersonProps {
  /** Null if the customer was deleted. */
  id: string | null
  name: string
  mark?: ReactNode
  children: ReactNode
}

export function Person({ id, name, mark, children }: PersonProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {id ? (
          <Link
            translate="no"
            to="/app/customers/$id"
            params={{ id }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span translate="no" className="font-semibold">
            {name}
          </span>
        )}
        <p className="text-small text-ink-soft">{children}</p>
      </div>
      {mark}
    </li>
  )
}
