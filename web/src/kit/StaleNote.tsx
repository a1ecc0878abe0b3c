import { RefreshCwOff } from 'lucide-react'
import { Button } from './Button'
import { staffTexts } from './staffTexts'
import { texts } from './texts'

/** What is known of something that is read again from time to time. */
export interface RefetchState {
  /** It is there, and could not be brought up to date. */
  isRefetchError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Says of content that stays on the screen that it could not be brought up to date, and offers to try again. */
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
