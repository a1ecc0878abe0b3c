import { useEffect, useRef, useState } from 'react'
import { closeSession, closeSessions } from '@/acts/guest/ownSessions'
import { useAction } from '@/acts/shared/useAction'
import { loadSessions } from '@/api/ownLists'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { useFetch } from '@/lib/useFetch'
import { texts } from '../texts'
import { CloseAllDialog } from './CloseAllDialog'
import { DeviceEntry } from './DeviceEntry'

const words = texts.data.devices

interface DevicesPanelProps {
  /** A session by e-mail neither lists nor ends the sessions of the phone. */
  by: OwnData['signedInBy']
  timeZone: string
  onLeave: () => void
}

interface CloseRequest {
  /** A session id, or `others`. */
  what: string
  text: string
  call: () => Promise<unknown>
}

export function DevicesPanel({ by, timeZone, onLeave }: DevicesPanelProps) {
  const { data: sessions, error: loadError, refetch } = useFetch(loadSessions)
  const [message, setMessage] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const wasPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button may have left the list
  useEffect(() => {
    if (wasPressed.current && document.activeElement === document.body) list.current?.focus()
    wasPressed.current = false
  }, [sessions])
  const closing = useAction(async ({ text, call }: CloseRequest) => {
    setMessage(null)
    try {
      await call()
      setMessage(text)
    } finally {
      wasPressed.current = true
      await refetch()
    }
  })
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro[by]}</p>
      <p role="status" className="mt-3 text-small text-ink-soft empty:hidden">
        {message}
      </p>
      {closing.error && (
        <Notice tone="error" title={words.failed} className="mt-3">
          {errorText(closing.error)}
        </Notice>
      )}
      {loadError !== null && (
        <LoadFailed title={words.unread} onRetry={refetch}>
          {errorText(loadError)}
        </LoadFailed>
      )}
      {!sessions && loadError === null && <Skeleton className="mt-4 h-32" />}
      {sessions && (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={words.title}
            className="mt-2 divide-y divide-rule outline-none"
          >
            {sessions.map((session) => (
              <DeviceEntry
                key={session.id}
                session={session}
                timeZone={timeZone}
                busy={closing.pending?.what === session.id}
                onClose={() =>
                  closing.start({
                    what: session.id,
                    text: words.closed(session.device),
                    call: () => closeSession(session.id),
                  })
                }
              />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap gap-3">
            {sessions.length > 1 && (
              <Button
                variant="secondary"
                busy={closing.pending?.what === 'others'}
                onClick={() =>
                  closing.start({
                    what: 'others',
                    text: words.closedOthers[by],
                    call: () => closeSessions(true),
                  })
                }
              >
                {words.closeOthers}
              </Button>
            )}
            <CloseAllDialog by={by} onClosed={onLeave} />
          </div>
        </>
      )}
    </Panel>
  )
}
