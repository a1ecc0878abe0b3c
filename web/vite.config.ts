/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The tests that stand another module in the place of one: they read the modules for themselves. Where a module has been
 * read for another test already, nothing takes its place.
 */
const replacing = readdirSync(at('./src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(at(file), 'utf8').includes('vi.mock('))

/** The paths that the server answers with public.html; internal/webui holds the same list. */
const publicPaths =
  /^\/(\?|$|login(\?|$)|legal\/|public\/|app\/public\/|qr(\/|\?|$)|app\/qr(\/|\?|$)|portal(\/|\?|$))/

/** Whether the unit tests of the guests' screens run with the alias of their build. */
const onPreact = process.env.TEST_LIBRARY === 'preact'

/** What the tests need that draw. */
const onAPage = {
  server: { deps: { inline: onPreact ? [/lucide-react/] : [] } },
  sequence: { groupOrder: 1 },
  environment: 'jsdom',
  setupFiles: [at('./src/test/lateRendering.ts'), at('./src/test/setup.ts')],
}

/** Lets `npm run dev` choose between the two pages as the server does. */
function publicEntry(): Plugin {
  return {
    name: 'axioma-public-entry',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (publicPaths.test(request.url ?? '')) request.url = '/public.html'
        next()
      })
    },
  }
}

/** Asks for the two typefaces of the staff's page with it instead of after its style sheet. Customers' phones have better to ask for. */
function preloadFonts(): Plugin {
  return {
    name: 'axioma-preload-fonts',
    transformIndexHtml(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
          injectTo: 'head' as const,
        }))
    },
  }
}

/** Preact does what the customers' few screens ask of React in a tenth of the size; decision 0025. */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': at('./src/guest/app/preactRoot.ts'),
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/** The tools of the tests on Preact too: they are read by Vite, which Node would read with their own React. */
const onPreactInTests = {
  '@testing-library/react': at('./node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
  'lucide-react': at('./node_modules/lucide-react/dist/esm/lucide-react.mjs'),
  'react-dom/client': at('./src/test/preactRoot.ts'),
}

/**
 * Each of the two pages is built by itself. Files in common would hold what only the other one needs, and be many small
 * ones, which compress worse; and hardly anybody opens both.
 */
const pages = {
  staff: {
    // Says which files the page is made of, for the counter's worker; finish-build.mjs takes it away again.
    build: { manifest: true, emptyOutDir: true },
    input: at('./index.html'),
    plugins: [preloadFonts()],
    alias: {},
    groups: [],
  },
  customer: {
    // Says the same for its budgets.
    build: { manifest: '.vite/customer.json', emptyOutDir: false },
    input: at('./public.html'),
    plugins: [],
    alias: { ...preact, ...(onPreact && onPreactInTests) },
    // What two screens need that come later is in one piece as well: many small files compress worse.
    groups: [{ name: 'shared', minShareCount: 2 }],
  },
}

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Names our modules that a screen needs, but for those of its own feature. */
function partsOf(screen: string) {
  let needed: Set<string> | undefined
  return (id: string, modules: Modules) => {
    needed ??= neededBy(screen, modules)
    return needed.has(id) && !id.startsWith(dirname(screen)) ? 'parts' : null
  }
}

function neededBy(screen: string, modules: Modules): Set<string> {
  const needed = new Set([screen])
  for (const id of needed) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes('node_modules')) needed.add(imported)
    }
  }
  return needed
}

/** What the server draws the customers' pages with: one script for internal/webui, which serves no file with a dot before its name. */
const drawing: UserConfig = {
  root: at('.'),
  publicDir: false,
  plugins: [react()],
  resolve: { alias: { '@': at('./src'), ...preact } },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: at('./src/guest/app/drawing.tsx'),
    outDir: at('../internal/webui/dist'),
    emptyOutDir: false,
    minify: true,
    // The server's engine knows neither asynchronous loops nor what came after them.
    target: 'es2017',
    rolldownOptions: { output: { format: 'iife', codeSplitting: false, entryFileNames: '.drawing.js' } },
  },
}

export default defineConfig(({ mode }) => (mode === 'drawing' ? drawing : appConfig(mode)))

function appConfig(mode: string): UserConfig {
  const page = mode === 'customer' || onPreact ? pages.customer : pages.staff
  return {
    root: at('.'),
    plugins: [react(), tailwindcss(), publicEntry(), ...page.plugins],
    resolve: { alias: { '@': at('./src'), '@fonts': at('./node_modules/.cache/fonts'), ...page.alias } },
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(
        ['/api', '/r/', '/ayuda', '/app-version.json'].map((path) => [path, 'http://127.0.0.1:8080']),
      ),
    },
    build: {
      outDir: at('../internal/webui/dist'),
      ...page.build,
      // Tailwind 4 needs these; light-dark() is rewritten for them.
      cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
      // A data: address would be refused by the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: page.input,
        output: {
          codeSplitting: {
            groups: [
              // React changes seldom: a chunk of its own stays in the browsers' caches over our releases.
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
              // What a page needs from the beginning comes in one piece, though some of its screens need it too.
              { name: mode, tags: ['$initial'], priority: 1 },
              // And so do the parts of the counter, which are everywhere at hand: together they compress better.
              { name: partsOf(at('./src/staff/checkin/CheckinScreen.tsx')), debugName: 'parts' },
              ...page.groups,
            ],
          },
        },
      },
    },
    test: {
      restoreMocks: true,
      unstubGlobals: true,
      // Every core: left alone it keeps one back, which on two is half of them. Threads start sooner than processes.
      pool: 'threads',
      maxWorkers: '100%',
      env: { TZ: 'Europe/Madrid' },
      // These only end what hangs: a busy machine is slow, not wrong.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // One page and one reading of the modules for all files of a worker; clock.ts and setup.ts clean up behind each test.
      isolate: false,
      setupFiles: [at('./src/test/clock.ts')],
      environmentOptions: { jsdom: { url: 'http://axioma.test/' } },
      // A page is costly to make: only what draws gets one. Other tests that need it say so in their first line.
      projects: [
        {
          extends: true,
          test: { name: 'plain', include: ['src/**/*.test.ts'], exclude: replacing, environment: 'node' },
        },
        {
          extends: true,
          test: { ...onAPage, name: 'page', include: ['src/**/*.test.tsx'], exclude: replacing },
        },
        { extends: true, test: { ...onAPage, name: 'apart', include: replacing, isolate: true } },
      ],
    },
  }
}
