import { abortWith } from '@/lib/abortWith'
import { pause, waitUntilVisible } from '@/lib/waits'
import { apiBaseUrl } from './baseUrl'
import { unwrap } from './client'
import { errorFromResponse, isApiError, noResponseError } from './error'
import { firstSupported } from './firstSupported'
import { ownFromLists } from './ownLists'
import { portalApi, readPortalSession } from './portalSession'
import { serverEvents } from './serverEvents'
import type { CardEvent, Own } from './types'

const shortestPause = 1_000
const longestPause = 15_000
/** Milliseconds: two missed heartbeats of 15 seconds. */
const heartbeatTimeout = 35_000
const cardEvent: CardEvent['event'] = 'card'

export interface CardListener {
  onCard: (own: Own) => void
  onTrouble: (error: unknown) => void
  onRefused: () => void
}

/**
 * Receives cards by server-sent events until the signal aborts, and polls while there is no stream.
 * Polls at once when the page becomes visible.
 */
export async function followCard(follower: CardListener, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const retryDelay = await readStream((own) => {
        failures = 0
        follower.onCard(own)
      }, signal).catch(ignoreUnlessUnauthorized)
      if (signal.aborted) return
      if (retryDelay) {
        await pause(Math.min(longestPause, retryDelay), signal)
        continue
      }
      follower.onCard(await fetchOwn())
    } catch (error) {
      if (signal.aborted) return
      if (isUnauthorized(error)) return follower.onRefused()
      follower.onTrouble(error)
    }
    await waitUntilVisible(Math.min(longestPause, shortestPause * 2 ** failures), signal)
    failures += 1
  }
}

function fetchOwn(): Promise<Own> {
  return firstSupported<Own>([() => unwrap(portalApi.GET('/portal/me')), ownFromLists])
}

export function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403)
}

/** Throws if the session is invalid. Ignores any other error, after which the card is polled. */
function ignoreUnlessUnauthorized(error: unknown): undefined {
  if (isUnauthorized(error)) throw error
}

/**
 * Reads cards until the stream ends. Throws if the server offers no stream. Returns the server's
 * retry delay in milliseconds, if sent.
 */
async function readStream(onCard: (own: Own) => void, signal: AbortSignal): Promise<number | undefined> {
  let retryDelay: number | undefined
  const watch = new AbortController()
  const release = abortWith(watch, signal)
  let alarm = setTimeout(() => watch.abort(), heartbeatTimeout)
  try {
    const response = await openStream(watch.signal)
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          clearTimeout(alarm)
          alarm = setTimeout(() => watch.abort(), heartbeatTimeout)
          controller.enqueue(chunk)
        },
      }),
    )
    if (!body) return
    const onRetry = (milliseconds: number) => (retryDelay = milliseconds)
    for await (const { name, data } of serverEvents(body, onRetry)) {
      if (name === cardEvent) onCard(JSON.parse(data) as CardEvent['data'])
    }
  } catch (error) {
    if (isApiError(error)) throw error
  } finally {
    clearTimeout(alarm)
    release()
  }
  return retryDelay
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${apiBaseUrl()}/portal/me/live`, {
    headers: { Authorization: `Bearer ${readPortalSession()?.token ?? ''}` },
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => Promise.reject(noResponseError(cause)))
  if (!response.ok) throw await errorFromResponse(response)
  return response
}
