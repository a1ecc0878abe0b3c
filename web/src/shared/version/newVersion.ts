import { useEffect, useState } from 'react'
import { activateLatestWorker } from '@/lib/serviceWorkers'
import { readStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.version'
const pollEvery = 60_000

/** The version that the server offers; null on failure. */
export async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch(`/app-version.json?ts=${Date.now()}`, { cache: 'no-store' })
    const body: unknown = response.ok ? await response.json() : null
    const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : null
    return typeof version === 'string' && version !== '' ? version : null
  } catch {
    return null
  }
}

/** The new version; null while the app is up to date. Polls every minute. */
export function useNewVersion(): string | null {
  const [available, setAvailable] = useState<string | null>(null)

  useEffect(() => {
    // Another tab may store the new version, so this page compares with the version at its own start.
    let versionAtStart: string | null = null
    const look = async () => {
      const offeredVersion = await fetchVersion()
      if (!offeredVersion) return
      if (offeredVersion === pageVersion()) {
        writeStored(storageKey, offeredVersion)
        return setAvailable(null)
      }
      versionAtStart ??= storedVersion() ?? offeredVersion
      if (!storedVersion()) writeStored(storageKey, offeredVersion)
      setAvailable(
        offeredVersion === versionAtStart && offeredVersion === storedVersion() ? null : offeredVersion,
      )
    }
    void look()
    const timer = setInterval(look, pollEvery)
    return () => clearInterval(timer)
  }, [])

  return available
}

/** Installs the new version. Throws if the update fails. */
export async function applyUpdate(
  version: string,
  reload = () => window.location.reload(),
  fetchNewest = activateLatestWorker,
): Promise<void> {
  await fetchNewest()
  writeStored(storageKey, version)
  reload()
}

function pageVersion(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content ?? null
}

function storedVersion(): string | null {
  const storedValue = readStored(storageKey)
  return typeof storedValue === 'string' ? storedValue : null
}
