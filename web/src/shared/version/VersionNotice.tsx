import { useState } from 'react'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { applyUpdate, useNewVersion } from './newVersion'
import { texts } from './texts'

/**
 * Offers a new version of the app. `low` places the notice at the bottom of a phone. `held` defers the update while
 * visits wait, because the new version might not read them.
 */
export function VersionNotice({ low = false, held = false }: { low?: boolean; held?: boolean }) {
  const version = useNewVersion()
  const [state, setState] = useState<'offered' | 'taking' | 'failed'>('offered')
  const take = (offeredVersion: string) => {
    setState('taking')
    applyUpdate(offeredVersion).catch(() => setState('failed'))
  }
  return (
    <div
      role="status"
      className={cx(
        'fixed inset-x-4 z-45 empty:hidden sm:top-auto sm:right-auto sm:bottom-[calc(var(--bottom-bar,0px)+24px)] sm:left-6',
        low ? 'bottom-[calc(env(safe-area-inset-bottom)+16px)]' : 'top-20',
      )}
    >
      {version && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border border-rule bg-card p-3 pl-4 shadow-float">
          <p className="flex-[1_1_9rem] font-semibold">
            {texts.available}
            {held && <span className="block font-normal">{texts.held}</span>}
            {state === 'failed' && <span className="block font-normal">{texts.failed}</span>}
          </p>
          {!held && (
            <Button busy={state === 'taking'} onClick={() => take(version)}>
              {texts.update}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
