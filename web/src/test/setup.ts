import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { session } from '@/api'
import { notify, toastQueue } from '@/kit/notify'
import { forgetCookies } from './cookies'
import { speedUpLabels } from './labels'
import './page'

// Long, so that a busy machine fails no test.
configure({ asyncUtilTimeout: 30_000 })
skipCostlyErrorOutput()
speedUpLabels()

// The toaster is lazy; most tests need it loaded.
beforeAll(() => toastQueue.load())

beforeEach(forgetCookies)

// Many test files share one page, so each test cleans up.
afterEach(() => {
  notify.dismiss()
  cleanup()
  session.end()
})

/** Computes the text of an error only when a wait ends, because it is slow. */
function skipCostlyErrorOutput() {
  const getElementError = getConfig().getElementError
  const isWaiting = () =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
  const sayOnly = (message: string | null) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  configure({
    getElementError: (message, container) =>
      isWaiting() ? sayOnly(message) : getElementError(message, container),
  })
}
