import { RefreshCwOff } from 'lucide-react'
import { Button } from './Button'
import { staffTexts } from './staffTexts'
import { texts } from './texts'

export interface RefetchState {
  /** True if data exist but a refresh failed. */
  isRefetchError: boolean
  isFetching: boolean
  refetch: () => unknown
}

export function StaleNote({ read: { isRefetchError, isFetching, refetch } }: { read: RefetchState }) {
  if (!isRefetchError) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
      <RefreshCwOff aria-hidden="true" className="size-4 flex-none" />
      {staffTexts.stale}
      <Button variant="quiet" busy={isFetching} onClick={() => void refetch()} className="-mx-2 px-2!">
        {texts.retry}
      </Button>
    </p>
  )
}
