import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { businessQuery } from '@/api/customers'
import { texts } from '../texts'

/** The business that the operator of the platform acts on, and the way to another. */
export function ChosenBusiness({ id }: { id: string | null }) {
  const business = useQuery({ ...businessQuery(), enabled: id !== null })
  const name = id === null ? null : (business.data?.name ?? id)
  return (
    <Link
      to="/cpanel"
      aria-label={name ? texts.business.change(name) : texts.business.choose}
      title={name ?? undefined}
      className="order-last mb-2 flex min-h-target w-full min-w-0 items-center gap-2 rounded-box border border-rule px-3 text-small font-semibold hover:border-ink sm:order-none sm:mb-0 sm:ml-auto sm:w-auto"
    >
      <Building2 aria-hidden="true" className="size-5 flex-none text-ink-soft" />
      <span className="truncate sm:max-w-56">{name ?? texts.business.none}</span>
    </Link>
  )
}
