// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  activateLatestWorker,
  registerCounterWorker,
  registerPortalWorker,
  removeForeignWorkers,
} from './serviceWorkers'
import { workerMessages } from './workerMessages'

afterEach(() => sessionStorage.clear())

function browserWith(workers: { unregister: () => Promise<boolean> }[], cacheNames: string[]) {
  const deletedCaches: string[] = []
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => workers } })
  vi.stubGlobal('caches', {
    keys: async () => cacheNames,
    delete: async (name: string) => deletedCaches.push(name),
  })
  return deletedCaches
}

const worker = () => ({ unregister: vi.fn(async () => true) })

// Spec: states-24
test('removes foreign workers and their caches, and reloads once per session', async () => {
  const [one, two] = [worker(), worker()]
  const deletedCaches = browserWith([one, two], ['old', 'older'])
  const reload = vi.fn()
  await removeForeignWorkers(reload)
  await removeForeignWorkers(reload)
  expect(one.unregister).toHaveBeenCalled()
  expect(two.unregister).toHaveBeenCalled()
  expect(deletedCaches.slice(0, 2)).toEqual(['old', 'older'])
  expect(reload).toHaveBeenCalledOnce()
})

test('removes a cache whose worker is gone, and does not reload', async () => {
  const deletedCaches = browserWith([], ['old'])
  const reload = vi.fn()
  await removeForeignWorkers(reload)
  expect(deletedCaches).toEqual(['old'])
  expect(reload).not.toHaveBeenCalled()
})

test('does nothing in a browser without service workers, as without https', async () => {
  vi.stubGlobal('navigator', {})
  const reload = vi.fn()
  await removeForeignWorkers(reload)
  expect(reload).not.toHaveBeenCalled()
})

test('a browser that denies access to caches does not break the page', async () => {
  browserWith([worker()], [])
  vi.stubGlobal('caches', {
    keys: async () => Promise.reject(new DOMException('Unexpected internal error.')),
  })
  const reload = vi.fn()
  await removeForeignWorkers(reload)
  expect(reload).not.toHaveBeenCalled()
})

// Spec: states-24
test('keeps workers and caches of counter and portal and does not reload for them', async () => {
  const counters = { ...worker(), active: { scriptURL: 'https://axioma.test/staff/worker.js' } }
  const portals = { ...worker(), active: { scriptURL: 'https://axioma.test/portal-worker.js' } }
  const deletedCaches = browserWith(
    [counters, portals],
    ['axioma-counter-precache', 'axioma-portal-precache', 'old'],
  )
  const reload = vi.fn()
  await removeForeignWorkers(reload)
  expect(counters.unregister).not.toHaveBeenCalled()
  expect(portals.unregister).not.toHaveBeenCalled()
  expect(deletedCaches).toEqual(['old'])
  expect(reload).not.toHaveBeenCalled()
})

describe('an update', () => {
  const update = vi.fn(async () => undefined)

  /** Opens a page for which the browser is installing the worker `next`. */
  function openPage(next: FakeWorker | null, controller: object | null = {}) {
    const registration = { update, installing: next, waiting: null }
    vi.stubGlobal('navigator', { serviceWorker: { controller, getRegistration: async () => registration } })
  }

  // Spec: states-23
  test('is activated when it is installed', async () => {
    const next = new FakeWorker('installing')
    openPage(next)
    const activation = activateLatestWorker()
    await vi.waitFor(() => expect(next.listeners).toHaveLength(1))
    expect(next.messages).toEqual([])
    next.becomes('installed')
    expect(next.messages).toEqual([workerMessages.takeOver])
    next.becomes('activated')
    await activation
  })

  test('that fails to install throws', async () => {
    const next = new FakeWorker('installing')
    openPage(next)
    const activation = activateLatestWorker()
    await vi.waitFor(() => expect(next.listeners).toHaveLength(1))
    next.becomes('redundant')
    await expect(activation).rejects.toThrow('was not taken')
  })

  test('is not requested on a page that no worker controls', async () => {
    update.mockClear()
    openPage(new FakeWorker('installing'), null)
    await activateLatestWorker()
    expect(update).not.toHaveBeenCalled()
  })
})

describe('an update that waits when a page is loaded', () => {
  /** Loads a page with a waiting update. A call of `fireControllerChange` tells the page that the update is active. */
  async function loaded(hasBeenActive: boolean) {
    const next = new FakeWorker('installed')
    const [reload, userActivation] = [vi.fn(), { hasBeenActive }]
    let onControllerChange = () => {}
    const addEventListener = (_type: string, listener: () => void) => {
      onControllerChange = listener
    }
    const register = async () => ({ waiting: next })
    vi.stubGlobal('navigator', {
      userActivation,
      serviceWorker: { controller: {}, register, addEventListener },
    })
    await registerCounterWorker(reload)
    return { next, reload, userActivation, fireControllerChange: () => onControllerChange() }
  }

  test('takes over a page that the user has not touched', async () => {
    const { next, reload, fireControllerChange } = await loaded(false)
    expect(next.messages).toEqual([workerMessages.takeOverAlone])
    expect(reload).not.toHaveBeenCalled()
    fireControllerChange()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('waits on a page in use', async () => {
    const { next } = await loaded(true)
    expect(next.messages).toEqual([])
  })

  test('does not reload a page that the user touches before the update is active', async () => {
    const { reload, userActivation, fireControllerChange } = await loaded(false)
    userActivation.hasBeenActive = true
    fireControllerChange()
    expect(reload).not.toHaveBeenCalled()
  })
})

class FakeWorker {
  messages: unknown[] = []
  listeners: (() => void)[] = []
  constructor(public state: string) {}
  addEventListener(_type: string, listener: () => void) {
    this.listeners.push(listener)
  }
  postMessage(message: unknown) {
    this.messages.push(message)
  }
  becomes(state: string) {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

test("the portal's worker is registered for the portal only, and a browser that refuses or lacks it causes no error", async () => {
  const register = vi.fn(async () => Promise.reject(new DOMException('not here', 'SecurityError')))
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerPortalWorker()
  expect(register).toHaveBeenCalledExactlyOnceWith('/portal-worker.js', {
    scope: '/portal',
    updateViaCache: 'none',
  })
  vi.stubGlobal('navigator', {})
  await expect(registerPortalWorker()).resolves.toBeUndefined()
})
