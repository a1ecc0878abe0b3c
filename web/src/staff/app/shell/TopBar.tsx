import { Link } from '@tanstack/react-router'
import { useSession } from '@/api'
import { isAdminLevel } from '@/api/session'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from '../texts'
import { NoBusiness } from './ChosenBusiness'
import { LockedAdminTab } from './LockedAdminTab'
import { ScreenHelp } from './ScreenHelp'
import { UserMenu } from './UserMenu'

/** TopBar shows the product, the three sections and the user menu. */
export function TopBar() {
  const session = useSession()
  const chooses = session?.role === 'SUPERADMIN' && session.businessId === null
  return (
    <header className="border-b border-rule bg-card">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-4 px-4 sm:flex-nowrap sm:px-6">
        <Link
          to="/"
          translate="no"
          className="flex min-h-target items-center font-sign text-title font-extrabold tracking-tight"
        >
          {texts.product}
        </Link>
        {session && <Tabs mayAdminister={isAdminLevel(session.role)} />}
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

const tabLook = cx(
  'relative flex h-16 items-center px-4 font-semibold text-ink-soft hover:text-ink data-[status=active]:text-ink',
  'after:absolute after:inset-x-3 after:-bottom-px after:h-[3px] after:rounded-full',
  'data-[status=active]:after:bg-accent',
)

function Tabs({ mayAdminister }: { mayAdminister: boolean }) {
  return (
    <nav aria-label={texts.sections} className="hidden self-stretch lg:flex">
      <Link to="/app/customers/list" className={tabLook}>
        {texts.tabs.customers}
      </Link>
      <Link to="/staff/checkin" className={tabLook}>
        {texts.tabs.staff}
      </Link>
      {mayAdminister ? (
        <Link to="/app/admin" className={tabLook}>
          {texts.tabs.admin}
        </Link>
      ) : (
        <LockedAdminTab />
      )}
    </nav>
  )
}
