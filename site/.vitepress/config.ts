import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitepress'
import { english, spanish, spanishSearchTexts } from './locales.ts'
import { attachedFiles, resolveLinksAndPictures, slugify } from './markdown.ts'
import { pageOf, root } from './pages.ts'
import { searchByLanguage } from './search.ts'

/** Resolves vue for Markdown pages from site/node_modules: the pages are outside site/, so Vite does not find it there. */
const resolveVuePlugin: Plugin = {
  name: 'resolve-vue',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^vue(\/|$)/.test(id) || !importer?.endsWith('.md')) return null
    return this.resolve(id, join(root, 'site/package.json'), { skipSelf: true })
  },
}

export default defineConfig({
  title: 'Axioma',
  srcDir: '..',
  srcExclude: ['!(docs|site)/**/*', 'docs/decisions/0000-template.md'],
  rewrites: pageOf,
  outDir: '../bin/site',
  cacheDir: '../bin/site-cache',
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  locales: { root: spanish, en: english },
  themeConfig: {
    search: { provider: 'local', options: { locales: { root: { translations: spanishSearchTexts } } } },
    i18nRouting: false, // The manual is only in Spanish, the rest only in English.
  },
  markdown: {
    anchor: { slugify },
    config: resolveLinksAndPictures,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [resolveVuePlugin, searchByLanguage] },
  transformHtml: (page) => page.replace('<div class="VPHome"', '<div class="VPHome" role="main"'),
  async buildEnd({ outDir }) {
    await cp(join(root, 'web/public/favicon.svg'), join(outDir, 'favicon.svg'))
    await cp(join(root, 'bin/pictures/counter-stamped.png'), join(outDir, 'counter-stamped.png')) // shown in docs/index.md
    await cp(join(root, 'bin/api'), join(outDir, 'api'), { recursive: true })
    for (const file of attachedFiles) await cp(join(root, file), join(outDir, 'repository', file))
  },
})
