import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { businessQuery } from '@/api/customers'
import { buttonLook } from '@/kit/buttonLook'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Spinner } from '@/kit/Spinner'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { useScrollToHash } from '@/lib/useScrollToHash'
import { FirstStepsPanel } from './FirstStepsPanel'
import { LegalPanel } from './LegalPanel'
import { PosterPanel } from './PosterPanel'
import { PremisesPanel } from './PremisesPanel'
import { SettingsForm } from './SettingsForm'
import { texts } from './texts'

/** SettingsScreen shows the owner the settings of the business. */
export function SettingsScreen() {
  const business = useQuery(businessQuery())
  useScrollToHash(business.data !== undefined)
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <p className="text-ink-soft">{texts.intro}</p>
      </header>
      {business.data ? (
        <>
          <StaleNote read={business} />
          <SettingsForm key={business.data.id} business={business.data} />
          <PremisesPanel key={`premises ${business.data.id}`} business={business.data} />
          <LegalPanel key={`legal ${business.data.id}`} business={business.data} />
          <PosterPanel />
          <DevicesPanel />
          <FirstStepsPanel />
        </>
      ) : business.isError ? (
        <LoadFailed onRetry={business.refetch}>{errorText(business.error, texts.loadFailed)}</LoadFailed>
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function DevicesPanel() {
  return (
    <Panel title={texts.devices.title}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-ink-soft">{texts.devices.detail}</p>
        <Link to="/app/devices" className={buttonLook({ variant: 'secondary' })}>
          {texts.devices.link}
        </Link>
      </div>
    </Panel>
  )
}
