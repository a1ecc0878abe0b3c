import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { isAdminLevel } from '@/api/session'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'
import { CreateFamilyForm } from './CreateFamilyForm'
import { FamilyList } from './FamilyList'
import { texts } from './texts'

const formId = 'nueva-familia'

export function FamilyListScreen() {
  const mayChange = isAdminLevel(useSignedIn().role)
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          <p className="text-ink-soft">{texts.intro}</p>
        </div>
        {mayChange && (
          <Link to="/app/familias" hash={formId} className={`${buttonLook()} xl:hidden`}>
            {texts.create.start}
          </Link>
        )}
      </header>
      <div className={mayChange ? 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]' : 'grid'}>
        <FamilyList mayChange={mayChange} />
        {mayChange && (
          <div id={formId} className="scroll-mt-20">
            <Panel title={texts.create.title}>
              <CreateFamilyForm />
            </Panel>
          </div>
        )}
      </div>
    </div>
  )
}
