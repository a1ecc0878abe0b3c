import { expect, type Locator, type Page } from '@playwright/test'

const farthest = 60

/** Tabs to the control. Fails if it is unreachable, covered, or without a visible focus. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < farthest && !(await hasFocus(control)); steps++) await page.keyboard.press(key)
  await expect(control, 'reached by the keyboard').toBeFocused()
  await expectFocusSeen(control)
}

export async function expectFocusSeen(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate(judge), { message: 'the focus is drawn, and nothing lies over it' })
    .toEqual({ drawn: true, covered: false })

  function judge(element: Element) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    const own = above !== null && (element.contains(above) || above.contains(element))
    const label = above?.closest('label')?.getAttribute('for')
    return {
      drawn: element.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth !== '0px',
      covered: !own && label !== element.id,
    }
  }
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement)
}
