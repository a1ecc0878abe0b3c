import type { BrowserContext, Page } from '@playwright/test'

export const longestName = 'Wenceslaos'.repeat(12)

const namesByContext = new WeakMap<BrowserContext, Set<string>>()

export function rememberNames(context: BrowserContext): void {
  const names = new Set<string>()
  namesByContext.set(context, names)
  context.on('response', async (answer) => {
    const kind = answer.headers()['content-type'] ?? ''
    if (!/json|html/.test(kind)) return
    const body = await answer.text().catch(() => '') // fails if the page was closed
    collect(kind.includes('html') ? drawnWith(body) : body, names)
  })
}

export async function withLongNames<T>(page: Page, act: () => Promise<T>): Promise<T> {
  await page.evaluate(giveLongNames, { names: await namesOn(page), longestName })
  const result = await act()
  await page.evaluate(restoreNames)
  return result
}

interface Given {
  before?: Map<Text, { was: string; is: string }>
}

function giveLongNames({ names, longestName }: { names: readonly string[]; longestName: string }): void {
  const before: Given['before'] = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const name = names.find((known) => text.data.includes(known))
    if (!name) continue
    const was = text.data
    text.data = was.replaceAll(name, longestName)
    before.set(text, { was, is: text.data })
  }
  ;(window as Given).before = before
}

function restoreNames(): void {
  for (const [text, { was, is }] of (window as Given).before ?? []) if (text.data === is) text.data = was
}

async function namesOn(page: Page): Promise<string[]> {
  const names = new Set(namesByContext.get(page.context()))
  const stored = await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)])
  for (const text of stored) collect(text, names)
  return [...names].sort((one, other) => other.length - one.length)
}

/** The data with which the server rendered the page. */
function drawnWith(html: string): string {
  return /data-shown="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#34;', '"') ?? ''
}

function collect(text: string, names: Set<string>): void {
  for (const [, name] of text.matchAll(/"(?:name|\w+Name)":"((?:[^"\\]|\\.)+)"/g)) {
    if (name && name.length > 2) names.add(JSON.parse(`"${name}"`))
  }
}
