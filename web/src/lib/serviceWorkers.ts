import { readStored, writeStored } from './storage'
import { cachePrefixes, workerMessages } from './workerMessages'

const storageKey = 'axioma.workers-removed'

const counterScope = '/staff/'
const counterWorker = '/staff/worker.js'

/** Includes /portal itself and all pages below. */
const portalScope = '/portal'
const portalWorker = '/portal-worker.js'

/** Milliseconds to wait for a new worker to become active. */
const activationTimeout = 60_000

/** Removes service workers of an earlier app. If there were any, reloads once per tab. */
export async function removeForeignWorkers(reload = () => window.location.reload()): Promise<void> {
  const wasRegistered = await removeFromDevice()
  if (!wasRegistered || readStored(storageKey, 'tab')) return
  writeStored(storageKey, true, 'tab')
  reload()
}

/** Registers the counter's worker, if the browser supports it. */
export async function registerCounterWorker(reload = () => window.location.reload()): Promise<void> {
  try {
    const options = { scope: counterScope, updateViaCache: 'none' } as const
    const registration = await navigator.serviceWorker?.register(counterWorker, options)
    if (registration?.waiting) activateWhenUntouched(registration.waiting, reload)
  } catch {
    // Without the worker, the counter only needs a network.
    return
  }
}

/** Registers the portal's worker, if the browser supports it. */
export async function registerPortalWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(portalWorker, { scope: portalScope, updateViaCache: 'none' })
  } catch {
    // Without the worker, the portal only needs a network.
    return
  }
}

/** Activates the worker only while the user has not touched the page. */
function activateWhenUntouched(next: ServiceWorker, reload: () => void): void {
  const isUntouched = () => !navigator.userActivation?.hasBeenActive
  if (!navigator.serviceWorker.controller || !isUntouched()) return
  const begin = () => isUntouched() && reload()
  navigator.serviceWorker.addEventListener('controllerchange', begin, { once: true })
  next.postMessage(workerMessages.takeOverAlone)
}

/** Activates the new worker, if there is one. Throws on failure. */
export async function activateLatestWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  const registration = workers?.controller ? await workers.getRegistration(counterScope) : undefined
  if (!registration) return
  await registration.update()
  const next = registration.installing ?? registration.waiting
  if (next) await activate(next)
}

function activate(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the newer app has not come')), activationTimeout)
    const look = () => {
      if (worker.state === 'installed') worker.postMessage(workerMessages.takeOver)
      if (worker.state === 'redundant') reject(new Error('the newer app was not taken'))
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant' || worker.state === 'activated') clearTimeout(timer)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/** True if a worker was removed; false if the browser denies access. */
async function removeFromDevice(): Promise<boolean> {
  try {
    const [wasRegistered] = await Promise.all([unregisterWorkers(), deleteCaches()])
    return wasRegistered
  } catch {
    return false
  }
}

async function unregisterWorkers(): Promise<boolean> {
  // Service workers exist only on https pages.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const others = workers.filter((worker) => !isOurs(worker))
  await Promise.all(others.map((worker) => worker.unregister()))
  return others.length > 0
}

function isOurs({ installing, waiting, active }: ServiceWorkerRegistration): boolean {
  const script = (active ?? waiting ?? installing)?.scriptURL
  return script !== undefined && [counterWorker, portalWorker].includes(new URL(script).pathname)
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return
  const ownPrefixes = Object.values(cachePrefixes)
  const others = (await caches.keys()).filter(
    (name) => !ownPrefixes.some((prefix) => name.startsWith(prefix)),
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}
