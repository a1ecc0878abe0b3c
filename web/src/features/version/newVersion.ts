import { useEffect, useState } from 'react'
import { readStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.version'
const pollEvery = 60_000

/** The version that the server offers; null when it cannot be had. */
export async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch(`/app-version.json?ts=${Date.now()}`, { cache: 'no-store' })
    const body: unknown = response.ok ? await response.json() : null
    const named = typeof body === 'object' && body !== null && 'version' in body ? body.version : null
    return typeof named === 'string' && named !== '' ? named : null
  } catch {
    return null
  }
}

/** The version to update to, looked for every minute; null while this page is the newest. */
export function useNewVersion(): string | null {
  const [available, setAvailable] = useState<string | null>(null)

  useEffect(() => {
    // Another tab may take the update and store its version; this page stays what it was when it was opened.
    let opened: string | null = null
    const look = async () => {
      const offered = await fetchVersion()
      if (!offered) return
      opened ??= storedVersion() ?? offered
      if (!storedVersion()) writeStored(storageKey, offered)
      setAvailable(offered === opened && offered === storedVersion() ? null : offered)
    }
    void look()
    const timer = setInterval(look, pollEvery)
    return () => clearInterval(timer)
  }, [])

  return available
}

/** Takes the new version: the page is loaded anew. */
export function updateTo(version: string, reload = () => window.location.reload()): void {
  writeStored(storageKey, version)
  reload()
}

function storedVersion(): string | null {
  const stored = readStored(storageKey)
  return typeof stored === 'string' ? stored : null
}
