import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitepress'
import { english, searchInSpanish, spanish } from './locales.ts'
import { attached, extend, slugify } from './markdown.ts'
import { pageOf, root } from './pages.ts'
import { searchByLanguage } from './search.ts'

/** Documents stand outside the folder that holds the packages. */
const packagesOfTheSite: Plugin = {
  name: 'packages-of-the-site',
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
    search: { provider: 'local', options: { locales: { root: { translations: searchInSpanish } } } },
    i18nRouting: false, // The manual is only in Spanish, the rest only in English.
  },
  markdown: {
    anchor: { slugify },
    config: extend,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [packagesOfTheSite, searchByLanguage] },
  transformHtml: (page) => page.replace('<div class="VPHome"', '<div class="VPHome" role="main"'),
  async buildEnd({ outDir }) {
    await cp(join(root, 'web/public/favicon.svg'), join(outDir, 'favicon.svg'))
    await cp(join(root, 'bin/pictures/counter-stamped.png'), join(outDir, 'counter-stamped.png')) // docs/index.md
    await cp(join(root, 'bin/api'), join(outDir, 'api'), { recursive: true })
    for (const file of attached) await cp(join(root, file), join(outDir, 'repository', file))
  },
})
