import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerQueries } from '@/api/customers'
import { Fact } from '@/kit/FactList'
import { texts } from './texts'

export function GuardianFact({ id }: { id: string }) {
  const { data: guardian } = useQuery(customerQueries.one(id))
  return (
    <Fact name={texts.guardian}>
      <Link
        to="/app/customers/$id"
        params={{ id }}
        className="inline-flex min-h-target items-center underline underline-offset-4"
      >
        {guardian?.name ?? texts.openGuardian}
      </Link>
    </Fact>
  )
}
