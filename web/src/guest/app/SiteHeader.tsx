import { readStoredSession } from '@/api/session'
import { buttonLook } from '@/kit/buttonLook'
import { homePathOf } from '@/shared/login/returnPath'
import { texts } from './texts'

export function SiteHeader({ isLogin }: { isLogin: boolean }) {
  return (
    <header className="border-b border-rule bg-card">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
        <a
          href="/"
          translate="no"
          className="flex min-h-target items-center font-sign text-title font-extrabold tracking-tight"
        >
          {texts.product}
        </a>
        {!isLogin && <WayIn />}
      </div>
    </header>
  )
}

function WayIn() {
  const current = readStoredSession()
  return (
    <a href={current ? homePathOf(current.role) : '/login'} className={buttonLook({ variant: 'secondary' })}>
      {current ? texts.goToPanel : texts.signIn}
    </a>
  )
}
