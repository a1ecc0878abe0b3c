import { useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { publicApi } from '@/api/public'
import { Skeleton } from '@/ui/Skeleton'
import { Sign } from '@/ui/stamp-card/Sign'

/** The sign of the shop whose card is asked for. Its place is kept while the name is on its way; without a name it is none. */
export function ShopSign({ businessId }: { businessId: string }) {
  const [name, setName] = useState<string | null>()
  useEffect(() => {
    let current = true
    answer(publicApi.GET('/public/businesses/{id}', { params: { path: { id: businessId } } }))
      .then((business) => current && setName(business.name))
      .catch(() => current && setName(null))
    return () => {
      current = false
    }
  }, [businessId])
  if (name === null) return null
  return (
    <div className="@container grid min-h-12 sm:min-h-16">
      {name === undefined ? <Skeleton className="h-full rounded-small" /> : <Sign>{name}</Sign>}
    </div>
  )
}
