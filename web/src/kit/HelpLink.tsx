import { type HelpPage, helpPath } from '@/lib/helpPages'
import { texts } from './texts'

interface HelpLinkProps {
  page: HelpPage
  /** The heading that it leads to. */
  part?: string
  children: string
}

/** A link to a page of the manual. It opens another tab, so that what is being typed stays. */
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
