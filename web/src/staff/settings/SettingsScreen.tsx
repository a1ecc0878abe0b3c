import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useSearch } from '@tanstack/react-router'
import { businessQuery } from '@/api/customers'
import { LoadFailed } from '@/kit/LoadFailed'
import { Spinner } from '@/kit/Spinner'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { SettingsForm } from './SettingsForm'
import { parseSection, sectionOfHash } from './sections'
import { texts } from './texts'

export function SettingsScreen() {
  const business = useQuery(businessQuery())
  const hashSection = useLocation({ select: ({ hash }) => sectionOfHash(hash) })
  const chosenSection = parseSection(useSearch({ strict: false }).seccion)
  if (hashSection) return <Navigate to="/app/settings" search={{ seccion: hashSection }} hash="" replace />
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <p className="text-ink-soft">{texts.intro}</p>
      </header>
      {business.data ? (
        <>
          <StaleNote read={business} />
          <SettingsForm key={business.data.id} business={business.data} chosenSection={chosenSection} />
        </>
      ) : business.isError ? (
        <LoadFailed onRetry={business.refetch}>{errorText(business.error, texts.loadFailed)}</LoadFailed>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
