import type { ReactNode } from 'react'
import { legalPath } from '@/lib/legalPages'
import { texts } from './texts'

interface PrivacyLinkProps {
  businessId: string
  children: ReactNode
}

export function PrivacyLink({ businessId, children }: PrivacyLinkProps) {
  return (
    <a
      href={legalPath('privacidad', businessId)}
      target="_blank"
      rel="noopener"
      className="font-semibold text-accent underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {texts.form.newTab}</span>
    </a>
  )
}
