import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { customerTexts } from '@/acts/staff/customerTexts'
import { posterQuery } from '@/api/businesses'
import { businessQuery } from '@/api/customers'
import { importQueries } from '@/api/imports'
import type { Poster } from '@/api/types'
import { backLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { HelpLink } from '@/kit/HelpLink'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { PagedList } from '@/kit/PagedList'
import { errorText } from '@/lib/errors'
import { GreetedCustomer } from './GreetedCustomer'
import { isMissing, MissingImport } from './MissingImport'
import { texts } from './texts'

const words = texts.greetings

/** The customers of an import, whom the owner writes to by hand. */
export function GreetingScreen() {
  const { id } = useParams({ from: '/signed-in/of-a-business/app/importar/$id/escribir' })
  return (
    <div className="grid max-w-3xl gap-6">
      <header className="grid gap-2">
        <Link to="/app/importar" search={{ id }} className={backLook}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {words.back}
        </Link>
        <h1 className="font-sign text-display font-extrabold">{words.title}</h1>
        <p className="max-w-prose text-ink-soft">{words.intro}</p>
        <p>
          <HelpLink page="importar-clientes" part="dar-su-qr-a-cada-cliente">
            {words.manual}
          </HelpLink>
        </p>
      </header>
      <Greetings key={id} id={id} />
    </div>
  )
}

function Greetings({ id }: { id: string }) {
  const customers = useInfiniteQuery(importQueries.customers(id))
  const poster = useQuery(posterQuery())
  const { data: business } = useQuery(businessQuery())
  const counts = customers.data?.pages[0]
  if (isMissing(customers.error)) return <MissingImport />
  if (counts && counts.total > 0 && counts.withPhone === 0) {
    return <EmptyState title={words.noPhones}>{words.noPhonesDetail}</EmptyState>
  }
  const write = business && poster.data ? writerOf(business.name, poster.data) : null
  return (
    <div className="grid gap-4">
      {poster.isLoadingError && (
        <LoadFailed onRetry={poster.refetch}>{errorText(poster.error, words.linkFailed)}</LoadFailed>
      )}
      {counts && counts.total > 0 && (
        <>
          {poster.data && <LinkWarning reach={poster.data.reach} />}
          {write && <Preview>{write(words.sampleName, false)}</Preview>}
          <p className="font-semibold">{words.counts(counts.withPhone, counts.total)}</p>
        </>
      )}
      <PagedList pages={customers} words={words} loadsOnScroll>
        {(customer) => <GreetedCustomer key={customer.customerId} customer={customer} write={write} />}
      </PagedList>
    </div>
  )
}

/** Returns the function that writes a message. Customers who stopped coming get the invitation of their record. */
function writerOf(business: string, { reach, portal }: Poster) {
  const link = reach === 'EVERYWHERE' ? portal : null
  return (firstName: string, invites: boolean) =>
    invites ? customerTexts.invitation(firstName, business) : words.text(firstName, business, link)
}

function LinkWarning({ reach }: Pick<Poster, 'reach'>) {
  if (reach === 'EVERYWHERE') return null
  return (
    <Notice tone="warning" title={words.warnings[reach].title}>
      {words.warnings[reach].detail}
    </Notice>
  )
}

function Preview({ children }: { children: string }) {
  return (
    <figure className="grid gap-2">
      <figcaption>{words.preview}</figcaption>
      <blockquote className="rounded-box border border-rule bg-well px-4 py-3 wrap-anywhere">
        {children}
      </blockquote>
    </figure>
  )
}
