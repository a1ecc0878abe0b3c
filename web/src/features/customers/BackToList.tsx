import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lastSearch } from './listSearch'
import { texts } from './texts'

/** The way back to the customers, as they were left. */
export function BackToList() {
  return (
    <Link
      to="/app/customers/list"
      search={lastSearch()}
      className="-ml-2 flex min-h-target items-center gap-2 rounded-box px-2 font-semibold text-ink-soft underline-offset-4 hover:text-ink hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {texts.back}
    </Link>
  )
}
