import type { ReactNode } from 'react'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'

interface PasswordGuessingNoticeProps {
  title: string
  detail: (names: readonly string[]) => string
  /** Names or e-mails of the attacked accounts. The notice is hidden if there are none. */
  names: readonly string[]
  /** The link to the accounts. */
  children?: ReactNode
}

export function PasswordGuessingNotice({ title, detail, names, children }: PasswordGuessingNoticeProps) {
  if (names.length === 0) return null
  return (
    <Notice tone="warning" title={title}>
      <p>{withNames(detail(names), ...names)}</p>
      {children}
    </Notice>
  )
}
