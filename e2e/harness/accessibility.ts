import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { takePictures } from './look.ts'
import { withLongNames } from './names.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The minified build, because every checked page compiles it. */
const axeScript = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

const narrowest = { width: 320, height: 640 }
const desk = { width: 1440, height: 900 }

/** Fails on violations of WCAG 2.2 AA. */
function expectAccessibleAt(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, { runOnly: { type: 'tag', values: standards } })
}

async function expectNoViolations(page: Page, where: string, options: RunOptions): Promise<void> {
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const violations = await page.evaluate(async (asked) => {
    const { axe: judge } = window as unknown as { axe: typeof axe }
    // Details about elements without a violation would be slow.
    return (await judge.run({ ...asked, resultTypes: ['violations'] })).violations
  }, options)
  const problems = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  )
  expect(problems, `accessibility ${where}`).toEqual([])
}

/**
 * Fails if the page is not accessible on a phone (light, dark, narrowest) or on a desk. On a desk, checks
 * only what depends on the size.
 */
export async function expectAccessible(page: Page, timeout?: number): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.evaluate(withoutTransitions)
  // Until its script runs, a page has no heading.
  await expect(page.locator('h1').first()).toBeAttached(timeout ? { timeout } : {})
  await expectAccessibleAt(page, 'in light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'in dark', { runOnly: ['color-contrast'] }) // only colours change
  await page.emulateMedia({ colorScheme: 'light' })

  const before = page.viewportSize()
  await resize(page, narrowest)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect
    .poll(width, { message: 'width of the page on the narrowest phone', ...(timeout && { timeout }) })
    .toBeLessThanOrEqual(narrowest.width)
  await expectNothingCut(page, 'on the narrowest phone')
  await resize(page, desk)
  await expectAccessibleAt(page, 'on a desk')
  await expectNothingCut(page, 'on a desk')
  await takePictures(page)
  if (before) await resize(page, before)
}

/**
 * With reduced motion the app still runs instant transitions, which cost seconds of CPU. The style sheet
 * is constructed, which the page's content security policy allows.
 */
function withoutTransitions(): void {
  const stillWindow = window as { still?: CSSStyleSheet }
  if (stillWindow.still) return
  stillWindow.still = new CSSStyleSheet()
  stillWindow.still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }')
  document.adoptedStyleSheets.push(stillWindow.still)
}

/**
 * Checks wide spacing (WCAG 1.4.12), large text (WCAG 1.4.4) and long names. A narrow phone is equivalent to zoomed
 * text on a desk.
 */
async function expectNothingCut(page: Page, where: string): Promise<void> {
  const { width } = page.viewportSize() ?? narrowest
  const fontSizes = width === narrowest.width ? ['100%', '200%'] : ['100%']
  const room = Object.fromEntries(fontSizes.map((size) => [size, { width, cut: [] }]))
  expect(await page.evaluate(widthSpaced), `width with wide spacing ${where}`).toBe(width)
  expect(await page.evaluate(measureLayout, fontSizes), where).toEqual(room)
  const longNamesLayout = await withLongNames(page, () => page.evaluate(measureLayout, fontSizes))
  expect(longNamesLayout, `with the longest names ${where}`).toEqual(room)
}

function widthSpaced(): number {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
  const width = document.documentElement.scrollWidth
  document.adoptedStyleSheets.pop()
  return width
}

function measureLayout(fontSizes: readonly string[]) {
  const root = document.documentElement
  return Object.fromEntries(
    fontSizes.map((size) => {
      root.style.fontSize = size
      const cut = [...document.querySelectorAll('body *')].filter(isCut)
      const seen = { width: root.scrollWidth, cut: cut.map(({ textContent }) => textContent?.slice(0, 60)) }
      root.style.fontSize = ''
      return [size, seen]
    }),
  )

  function isCut(element: Element) {
    const { scrollWidth, clientWidth } = element
    const isTooWide = scrollWidth > clientWidth + 1
    const isControl = element.matches('a, button')
    if (clientWidth <= 1 || !(isTooWide || isControl)) return false
    if (!element.textContent || !element.checkVisibility()) return false
    if (element.closest('[role=menu]')) return false // the menu is placed again a moment later
    if (isControl)
      return isTooWide || (element.getBoundingClientRect().right > innerWidth && !canBeReached(element))
    const { overflowX, textOverflow } = getComputedStyle(element)
    return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
  }

  function canBeReached({ parentElement }: Element): boolean {
    if (!parentElement) return false
    return /auto|scroll/.test(getComputedStyle(parentElement).overflowX) || canBeReached(parentElement)
  }
}

export function checkState(page: Page, state: string, bring: () => Promise<unknown>): Promise<void> {
  return test.step(`accessible: ${state}`, async () => {
    await bring()
    await expectAccessible(page)
  })
}

export async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [narrowest.width, 700, 768, 1024, desk.width]) {
    await resize(page, { width, height: 800 })
    await expect.poll(() => page.evaluate(tooWide), `what sticks out at ${width} pixels`).toEqual([])
  }
  if (before) await resize(page, before)
}

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  const width = () => page.evaluate(() => document.documentElement.clientWidth)
  await expect.poll(width, `the window is ${size.width} pixels wide`).toBe(size.width)
}

/** Fails if doubled text on the narrowest phone breaks or pushes out a word. */
export async function expectWholeWords(page: Page): Promise<void> {
  const before = page.viewportSize()
  await resize(page, narrowest)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect
    .poll(() => page.evaluate(brokenWords), 'what breaks with letters of twice the size')
    .toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'width of the page with letters of twice the size').toBeLessThanOrEqual(narrowest.width)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  if (before) await resize(page, before)
}

function brokenWords(): string[] {
  const titles = [...document.querySelectorAll('h1, .stamp-card-sign > span, .voucher-headline, main li')]
  return titles.flatMap((title) => {
    const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + word.length)
        const lines = [...range.getClientRects()]
        const isOff = lines.some(({ left, right }) => left < 0 || right > innerWidth)
        const heights = new Set(lines.map(({ bottom }) => Math.round(bottom))) // a styled first letter has its own box
        if (heights.size > 1 || isOff) broken.push(word)
      }
    }
    return broken
  })
}

function tooWide(): (string | undefined)[] {
  const boxes = [
    ...document.querySelectorAll('main > * > *, section, form, .table-box, dialog[open]'),
  ].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  // Content cannot be scrolled to the left, so no measured width includes this overflow.
  const controls = [...document.querySelectorAll('td :is(a, button)')].filter(
    (control) => control.checkVisibility() && left(control) < left(control.closest('td') as Element) - 1,
  )
  return [...boxes, ...controls].map(({ textContent }) => textContent?.slice(0, 60))

  function left(element: Element) {
    return element.getBoundingClientRect().left
  }
}

/** Waits for two frames without a running transition, so that colours are final. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) {
      await new Promise(requestAnimationFrame)
      const ending = document.getAnimations().filter(ends)
      if (ending.length > 0) frames = -1
      await Promise.allSettled(ending.map((animation) => animation.finished))
    }

    function ends({ playState, effect }: Animation): boolean {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    }
  })
}
