import { Link } from '@tanstack/react-router'
import { useSession } from '@/api'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from '../texts'
import { NoBusiness } from './ChosenBusiness'
import { ScreenHelp } from './ScreenHelp'
import { UserMenu } from './UserMenu'

export function TopBar() {
  const session = useSession()
  const chooses = session?.role === 'SUPERADMIN' && session.businessId === null
  return (
    <header className="border-b border-rule bg-card">
      <div
        className={cx(
          'mx-auto flex min-h-16 flex-wrap items-center gap-x-4 px-4 sm:flex-nowrap sm:px-6',
          // Above the rail, the product's name is at the edge of the window.
          !session && 'max-w-6xl',
        )}
      >
        <Link
          to="/"
          translate="no"
          className="flex min-h-target items-center font-sign text-title font-extrabold tracking-tight"
        >
          {texts.product}
        </Link>
        {chooses && <NoBusiness />}
        <div className={cx('ml-auto flex h-16 flex-none items-center', chooses && 'sm:ml-0')}>
          <ScreenHelp />
          {session ? (
            <UserMenu session={session} />
          ) : (
            <Link to="/login" className={buttonLook({ variant: 'secondary' })}>
              {texts.signIn}
            </Link>
          )}
        </div>
      </div>
    </header>
  )
}
