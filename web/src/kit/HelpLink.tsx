import { type HelpPage, helpPath } from '@/lib/helpPages'
import { texts } from './texts'

interface HelpLinkProps {
  page: HelpPage
  part?: string
  children: string
}

/** Opens another tab, so that typed input stays. */
export function HelpLink({ page, part, children }: HelpLinkProps) {
  return (
    <a
      href={helpPath(page, part)}
      target="_blank"
      rel="noopener"
      className="font-semibold text-accent underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {texts.newTab}</span>
    </a>
  )
}
