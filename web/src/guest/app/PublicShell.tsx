import type { ReactNode } from 'react'
import { type HelpPage, helpPath } from '@/lib/helpPages'
import { legalPath } from '@/lib/legalPages'
import { VersionNotice } from '@/shared/version/VersionNotice'
import { isSitePage, type PageName } from './routes'
import { SiteHeader } from './SiteHeader'
import { texts } from './texts'

interface PublicShellProps {
  businessId: string | null
  page: PageName | undefined
  children: ReactNode
}

const linkLook = 'flex min-h-target items-center underline-offset-4 hover:text-ink hover:underline'

function Product() {
  return (
    <span translate="no" className="ml-auto font-sign font-bold">
      {texts.product}
    </span>
  )
}

function helpOf(page: PageName | undefined): HelpPage | undefined {
  if (page === 'landing') return undefined
  return page === 'login' ? 'equipo-y-contrasenas' : 'tu-tarjeta'
}

export function PublicShell({ businessId, page, children }: PublicShellProps) {
  const isOfSite = isSitePage(page)
  return (
    <div className="flex min-h-dvh flex-col">
      {isOfSite && (
        <a href="#content" className="skip-link">
          {texts.skip}
        </a>
      )}
      {isOfSite && <SiteHeader isLogin={page === 'login'} />}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl flex-1 px-4 py-5 outline-none sm:px-6 sm:py-8"
      >
        {children}
      </main>
      <footer className="border-t border-rule pb-[env(safe-area-inset-bottom)] text-small text-ink-soft">
        <nav
          aria-label={texts.legalLinks}
          className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 py-2 sm:px-6"
        >
          {texts.legal.map(({ page, label }) => (
            <a key={page} href={legalPath(page, businessId)} className={linkLook}>
              {label}
            </a>
          ))}
          <a href={helpPath(helpOf(page))} className={linkLook}>
            {texts.help}
          </a>
          {!isOfSite && <Product />}
        </nav>
      </footer>
      <VersionNotice low />
    </div>
  )
}
