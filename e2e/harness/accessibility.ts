import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const narrowest = 320
const desk = 1024

/** Fails with the rule and the elements when the page as it stands breaks WCAG 2.2 AA. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolations(page, new AxeBuilder({ page }).withTags(standards))
}

async function expectNoViolations(page: Page, builder: AxeBuilder): Promise<void> {
  await atRest(page)
  // Legacy mode does without a second page, which only frames of other hosts need.
  const { violations } = await builder.setLegacyMode().analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  )
  expect(found, 'accessibility').toEqual([])
}

/**
 * Fails where the page as it stands shuts somebody out: in light, in dark, or on the narrowest phone. On a desk only what
 * its size changes is judged: the colours are the phone's.
 */
export async function expectGoodForEverybody(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectAccessible(page)
  if ((page.viewportSize()?.width ?? 0) >= desk) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, new AxeBuilder({ page }).withRules(['color-contrast'])) // nothing else changes
  await expectNoSidewaysScrolling(page)
}

/** Fails where something stands out of its panel, on a phone, on a tablet or on a desk. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [narrowest, 700, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // Polled, as the browser takes a new size in its own time.
    await expect.poll(() => page.evaluate(tooWide), `what sticks out at ${width} pixels`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

function tooWide(): (string | undefined)[] {
  const boxes = [...document.querySelectorAll('main > * > *, section, form, .table-box')].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  )
  // What stands out to the left cannot be scrolled to, so no width tells of it.
  const controls = [...document.querySelectorAll('td :is(a, button)')].filter(
    (control) => left(control) < left(control.closest('td') as Element) - 1,
  )
  return [...boxes, ...controls].map(({ textContent }) => textContent?.slice(0, 60))

  function left(element: Element) {
    return element.getBoundingClientRect().left
  }
}

/** Waits until two frames follow each other in which no transition is under way: colours would be judged half-way. */
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

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: narrowest, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, 'width of the page on the narrowest phone').toBeLessThanOrEqual(narrowest)
  if (before) await page.setViewportSize(before) // for the next state of the same test
}
