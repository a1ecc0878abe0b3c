import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, X } from 'lucide-react'
import { session } from '@/api'
import { businessQuery } from '@/api/customers'
import { texts } from '../texts'

export function NoBusiness() {
  return (
    <Link
      to="/cpanel"
      className="order-last mb-2 flex min-h-target w-full min-w-0 items-center gap-2 rounded-box border border-rule px-3 text-small font-semibold hover:border-ink sm:order-none sm:mb-0 sm:ml-auto sm:w-auto"
    >
      <Building2 aria-hidden="true" className="size-5 flex-none text-ink-soft" />
      {texts.business.none}
      <span className="sr-only">. {texts.business.choose}</span>
    </Link>
  )
}

export function ChosenBusiness({ id }: { id: string }) {
  const navigate = useNavigate()
  const business = useQuery(businessQuery())
  const name = business.data?.name ?? id
  const leave = async () => {
    await navigate({ to: '/cpanel' })
    session.actOn(null)
  }
  return (
    <aside
      aria-label={texts.business.acting}
      data-acting=""
      className="sticky top-0 z-30 bg-enamel text-small text-on-enamel"
    >
      <div className="flex items-center gap-2 px-4 sm:px-6">
        <Link
          to="/cpanel"
          aria-label={texts.business.change(name)}
          title={name}
          className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-2 hover:underline focus-visible:-outline-offset-2 focus-visible:outline-on-enamel"
        >
          <Building2 aria-hidden="true" className="size-5 flex-none" />
          <span>{texts.business.actingOn}</span>
          <span translate="no" className="min-w-0 flex-[1_1_4rem] truncate font-bold">
            {name}
          </span>
        </Link>
        <button
          type="button"
          aria-label={texts.business.leave(name)}
          onClick={() => void leave()}
          className="flex min-h-12 flex-none items-center gap-1 px-2 font-semibold hover:underline focus-visible:-outline-offset-2 focus-visible:outline-on-enamel"
        >
          <X aria-hidden="true" className="size-5" />
          {texts.business.leaveIt}
        </button>
      </div>
    </aside>
  )
}
