// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Browser, currentBrowser, detectBrowser } from './browser'

interface Example extends Browser {
  is: string
  agent: string
  /** True for a touch screen: such a "Macintosh" is an iPad. */
  touched?: boolean
}

const file = join(import.meta.dirname, '../../../internal/httpapi/testdata/browsers.json')
const examples: Example[] = JSON.parse(readFileSync(file, 'utf8'))
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const webView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

describe('detectBrowser', () => {
  it.each(examples)('detects $is as the server does', ({ agent, touched = false, device, kind }) => {
    expect(detectBrowser(agent, touched)).toEqual({ device, kind })
  })

  it('takes a Macintosh without touch for a computer', () => {
    expect(detectBrowser(mac, false).device).toBe('computer')
  })
})

describe('currentBrowser', () => {
  it.each([
    [true, 'other'],
    [false, 'app'],
  ])('with standalone %s is of the kind %s', (standalone, kind) => {
    vi.stubGlobal('navigator', { userAgent: webView, maxTouchPoints: 5, standalone })
    expect(currentBrowser()).toEqual({ device: 'apple', kind })
  })
})
