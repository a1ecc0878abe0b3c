import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'
import { documentAt, pageOf, root } from './pages.ts'

/** Pictures taken by the browser tests (e2e/pictures). */
const pictures = join(root, 'bin/pictures')

const phoneWidth = 360

/** Linked files of the repository without a page, copied to the site. */
export const attachedFiles = new Set<string>()

/** The ids that the repository's web pages use, so that links work in both. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Resolves links and pictures as the repository does. */
export function resolveLinksAndPictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository', ({ tokens, env }) => {
    const { realPath } = env as MarkdownEnv
    if (!realPath) return // a title by itself
    const document = relative(root, realPath)
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = withPictures(token.content, document)
      for (const child of token.children ?? []) if (child.type === 'link_open') lead(child, document)
    }
  })
}

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** Points a document's link to its target on the site. */
function lead(link: Token, document: string): void {
  const href = link.attrGet('href') ?? ''
  if (/^([a-z]+:|#)/.test(href)) return
  const [path = '', hash] = href.split('#')
  const target = posix.join(posix.dirname(document), path).replace(/\/$/, '')
  const linked = documentAt(target)
  if (linked) {
    link.attrSet('href', `/${pageOf(linked)}${hash ? `#${hash}` : ''}`)
    return
  }
  if (!statSync(join(root, target), { throwIfNoEntry: false })?.isFile())
    throw new Error(`${document} links to ${href}: there is no such document`)
  attachedFiles.add(target)
  link.attrSet('href', `/repository/${target}`)
  link.attrSet('download', '')
}

/** `<!-- picture NAME: description -->` is a picture on the site and invisible in the repository. */
function withPictures(html: string, document: string): string {
  return html.replace(/<!-- picture ([\w-]+): ([\s\S]+?) -->/g, (_, name: string, words: string) => {
    const file = join(pictures, `${name}.png`)
    const { width, height } = sizeOf(file)
    const source = relative(dirname(join(root, document)), file)
    const alt = words.replace(/\s+/g, ' ').replaceAll('"', '&quot;')
    const shape = width === phoneWidth ? 'picture phone' : 'picture'
    return `<p class="${shape}"><img src="${source}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></p>`
  })
}

/** Pixels of the page: each has two by two of the picture. */
function sizeOf(png: string): { width: number; height: number } {
  if (!existsSync(png)) throw new Error(`${png} is missing: make docs has the browser tests make it`)
  const header = readFileSync(png).subarray(16, 24)
  return { width: header.readUInt32BE(0) / 2, height: header.readUInt32BE(4) / 2 }
}
