import type { ReactNode } from 'react'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'

interface PasswordGuessingNoticeProps {
  title: string
  detail: (names: readonly string[]) => string
  /** Names or e-mails of the attacked accounts; without any nothing is shown. */
  names: readonly string[]
  /** Where to act. */
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
