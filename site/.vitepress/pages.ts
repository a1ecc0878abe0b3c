import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Root folder of the repository. */
export const root = resolve(import.meta.dirname, '../..')

/** Returns the page of a document. English documents are below en/. */
export function pageOf(document: string): string {
  if (document === 'docs/index.md') return 'index.md'
  if (document === 'README.md') return 'en/index.md'
  if (document === 'docs/decisions/README.md') return 'en/decisions/index.md'
  if (document.startsWith('docs/manual/')) return document.slice('docs/'.length)
  return `en/${document.replace(/^docs\//, '').toLowerCase()}`
}

/** Returns the document at a path, for a folder its index. */
export function documentAt(path: string): string | undefined {
  if (path === 'docs/decisions') return 'docs/decisions/README.md'
  return path.endsWith('.md') && existsSync(join(root, path)) ? path : undefined
}

interface Item {
  text: string
  link: string
}

/** The decisions, in the order of their numbers. */
export function decisions(): Item[] {
  return readdirSync(join(root, 'docs/decisions'))
    .filter((name) => name !== '0000-template.md' && name !== 'README.md')
    .sort()
    .map((name) => ({
      text: titleOf(`docs/decisions/${name}`),
      link: `/${pageOf(`docs/decisions/${name}`)}`.replace(/\.md$/, ''),
    }))
}

interface Section {
  title: string
  pages: string[]
}

/** The sections of the manual, as at /ayuda. */
export function manual(): { text: string; items: Item[] }[] {
  const sections: Section[] = JSON.parse(readFileSync(join(root, 'docs/manual/index.json'), 'utf8'))
  return sections.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => ({ text: titleOf(`docs/manual/${page}.md`), link: `/manual/${page}` })),
  }))
}

function titleOf(document: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, document), 'utf8'))?.[1]
  if (!title) throw new Error(`${document} has no title`)
  return title
}
