import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { backLook } from '@/kit/buttonLook'
import { loadSearch } from './listSearch'
import { texts } from './texts'

/** Links to the list with its former search and scroll position. */
export function BackToList() {
  return (
    <Link
      to="/app/customers/list"
      search={loadSearch()}
      state={{ toLastPlace: true }}
      resetScroll={false}
      className={backLook}
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {texts.back}
    </Link>
  )
}
