import MiniSearch from 'minisearch'
import type { Plugin } from 'vitepress'

/** VitePress's module: a function per language imports its index. */
const indexes = '/@localSearchIndex'

/** The same options as VitePress's search box. */
const fields = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] }

const languages: Record<string, (page: string) => boolean> = {
  root: (page) => !page.startsWith('/en/'),
  en: (page) => page.startsWith('/en/'),
}

/** VitePress's plugin: one for the browser's build, one for the server's. */
const ofVitePress = new Map<boolean, Plugin>()

type Load = (this: unknown, id: string) => Promise<string>

/**
 * Gives each language its own index. VitePress derives the language from the path of the source file, but
 * our source files are in other folders (pageOf).
 */
export const searchByLanguage: Plugin = {
  name: 'search-by-language',
  enforce: 'pre',
  configResolved(config) {
    const plugin = config.plugins.find(({ name }) => name === 'vitepress:local-search')
    if (!plugin) throw new Error('VitePress has no search that could be sorted by language')
    ofVitePress.set(Boolean(config.build.ssr), plugin)
  },
  async load(id, options) {
    if (!id.startsWith(indexes)) return null
    const load = ofVitePress.get(Boolean(options?.ssr))?.load as Load
    const language = id.slice(indexes.length)
    if (language === '') {
      await load.call(this, indexes)
      const imports = Object.keys(languages).map(
        (name) => `${name}: () => import('@localSearchIndex${name}')`,
      )
      return `export default { ${imports.join(', ')} }`
    }
    const all = await load.call(this, `${indexes}root`)
    const source = JSON.parse(all.slice('export default '.length)) as string
    return `export default ${JSON.stringify(indexOf(language, source))}`
  },
}

function indexOf(language: string, all: string): string {
  const index = MiniSearch.loadJSON(all, fields)
  const { documentIds } = JSON.parse(all) as { documentIds: Record<string, string> }
  const others = Object.values(documentIds).filter((page) => !languages[language]?.(page))
  index.discardAll(others)
  if (index.documentCount === 0) throw new Error(`the search of ${language} would find nothing`)
  return JSON.stringify(index)
}
