import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { session } from '@/api'
import { notify } from '@/ui/notify'
import './page'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 })

// Each test leaves the page as it found it.
afterEach(() => {
  notify.dismiss()
  cleanup()
  session.end()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
