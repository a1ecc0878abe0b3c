import { expect, type Page } from '@playwright/test'

/**
 * Imitates a browser's translator: replaces each text node by a <font> element, except in marked elements.
 * The words do not change, so that tests find them.
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
    // Like a translator, runs after the code that made the change.
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) translate(node)
    }).observe(document, { childList: true, subtree: true })
  })
}

export async function expectVerbatim(page: Page, ...texts: string[]): Promise<void> {
  await expect(page.locator('font[data-translated]').first()).toBeAttached()
  for (const text of texts) {
    await expect(page.getByText(text, { exact: true }).first()).toBeAttached()
    await expect(page.locator('font[data-translated]').getByText(text, { exact: true })).toHaveCount(0)
  }
}
