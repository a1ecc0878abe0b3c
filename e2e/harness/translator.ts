import { expect, type Page } from '@playwright/test'

/**
 * Stands in for a browser's translator on every page that is opened from now on. It replaces each text node by a <font>
 * element, also what comes later, and leaves alone what is marked for it. The words stay the same, so that a test finds
 * them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untouched = '[translate="no"], script, style, textarea, font'
    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untouched)) continue
        const translation = document.createElement('font')
        translation.dataset.translated = ''
        translation.appendChild(document.createElement('font')).append(text.data)
        text.replaceWith(translation)
      }
    }
    // It hears of a change as observers do: when what made it has ended.
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) translate(node)
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Expects that the translator is at work on the page, and has left all of these names and numbers as they are. */
export async function expectVerbatim(page: Page, ...texts: string[]): Promise<void> {
  await expect(page.locator('font[data-translated]').first()).toBeAttached()
  for (const text of texts) {
    await expect(page.getByText(text, { exact: true }).first()).toBeAttached()
    await expect(page.locator('font[data-translated]').getByText(text, { exact: true })).toHaveCount(0)
  }
}
