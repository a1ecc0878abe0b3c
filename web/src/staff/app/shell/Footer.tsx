import { Link } from '@tanstack/react-router'
import { useSession } from '@/api'
import { texts } from '../texts'

const linkLook = 'flex min-h-target items-center underline-offset-4 hover:text-ink hover:underline'

export function Footer() {
  const businessId = useSession()?.businessId
  const search = businessId ? { bid: businessId } : {}
  return (
    <footer className="border-t border-rule text-small text-ink-soft">
      <nav
        aria-label={texts.legalLinks}
        className="mx-auto flex max-w-6xl flex-wrap gap-x-6 px-4 py-2 sm:px-6"
      >
        <Link to="/legal/$page" params={{ page: 'privacidad' }} search={search} className={linkLook}>
          {texts.legal.privacy}
        </Link>
        <Link to="/legal/$page" params={{ page: 'aviso' }} search={search} className={linkLook}>
          {texts.legal.notice}
        </Link>
        <Link to="/legal/$page" params={{ page: 'cookies' }} search={search} className={linkLook}>
          {texts.legal.cookies}
        </Link>
      </nav>
    </footer>
  )
}
