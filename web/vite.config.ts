/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Test files that mock modules. They run isolated: a module that another test has loaded is not replaced. */
const replacing = readdirSync(at('./src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(at(file), 'utf8').includes('vi.mock('))

/** Addresses of public.html; internal/webui has the same list. */
const publicPaths =
  /^\/(\?|$|login(\?|$)|legal\/|public\/|app\/public\/|qr(\/|\?|$)|app\/qr(\/|\?|$)|portal(\/|\?|$))/

/** The guest page's unit tests run with the alias of its build. */
const onPreact = process.env.TEST_LIBRARY === 'preact'

/** Settings of tests that render. */
const onAPage = {
  server: { deps: { inline: onPreact ? [/lucide-react/] : [] } },
  sequence: { groupOrder: 1 },
  environment: 'jsdom',
  setupFiles: [at('./src/test/lateRendering.ts'), at('./src/test/setup.ts')],
}

/** Chooses between the two pages as the server does. */
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

/** Loads fonts before the staff page's style sheet. On customers' phones other files are more urgent. */
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

/** Preact replaces React in the guest page, at a tenth of the size (decision 0025). */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': at('./src/guest/app/preactRoot.ts'),
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/** Vite must load these tools: loaded by Node they would use React. */
const onPreactInTests = {
  '@testing-library/react': at('./node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
  'lucide-react': at('./node_modules/lucide-react/dist/esm/lucide-react.mjs'),
  'react-dom/client': at('./src/test/preactRoot.ts'),
}

/**
 * Each page has its own build. Shared chunks would be many and small, compress worse and hold what only one
 * page needs.
 */
const pages = {
  staff: {
    // For the counter's worker; finish-build.mjs removes the manifest.
    build: { manifest: true, emptyOutDir: true },
    input: at('./index.html'),
    plugins: [preloadFonts()],
    alias: {},
    groups: [],
  },
  customer: {
    // For the page's budgets.
    build: { manifest: '.vite/customer.json', emptyOutDir: false },
    input: at('./public.html'),
    plugins: [],
    alias: { ...preact, ...(onPreact && onPreactInTests) },
    // For modules that two lazy screens share: many small files compress worse.
    groups: [{ name: 'shared', minShareCount: 2 }],
  },
}

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Modules that a screen needs, except those of its own folder. */
function partsOf(screen: string) {
  let neededModules: Set<string> | undefined
  return (id: string, modules: Modules) => {
    neededModules ??= neededBy(screen, modules)
    return neededModules.has(id) && !id.startsWith(dirname(screen)) ? 'parts' : null
  }
}

function neededBy(screen: string, modules: Modules): Set<string> {
  const neededModules = new Set([screen])
  for (const id of neededModules) {
    for (const importedId of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!importedId.includes('node_modules')) neededModules.add(importedId)
    }
  }
  return neededModules
}

/** internal/webui renders the guest page with it. The server serves no dot files. */
const serverRender: UserConfig = {
  root: at('.'),
  publicDir: false,
  plugins: [react()],
  resolve: { alias: { '@': at('./src'), ...preact } },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: at('./src/guest/app/serverRender.tsx'),
    outDir: at('../internal/webui/dist'),
    emptyOutDir: false,
    minify: true,
    // The server's engine lacks asynchronous loops and later syntax.
    target: 'es2017',
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false, entryFileNames: '.server-render.js' },
    },
  },
}

export default defineConfig(({ mode }) => (mode === 'server-render' ? serverRender : appConfig(mode)))

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
      // Only Safari 16 has no modulepreload of its own.
      modulePreload: { polyfill: false },
      ...page.build,
      // The oldest browsers that Tailwind 4 supports; light-dark() is rewritten for them.
      cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
      // The content security policy forbids data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: page.input,
        output: {
          codeSplitting: {
            groups: [
              // React changes rarely, so browsers keep its chunk across releases.
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
              // The initial modules of a page, even if lazy screens need them too.
              { name: mode, tags: ['$initial'], priority: 1 },
              // The preloaded parts of the counter: together they compress better.
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
      // The default leaves one core free. Threads start faster than processes.
      pool: 'threads',
      maxWorkers: '100%',
      env: { TZ: 'Europe/Madrid' },
      // Timeouts only end what hangs: a busy machine is slow, not wrong.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // All files of a worker share one page; reset.ts and setup.ts clean up after each test.
      isolate: false,
      setupFiles: [at('./src/test/reset.ts')],
      environmentOptions: { jsdom: { url: 'http://axioma.test/' } },
      // A jsdom page is slow to create, so only tests that render get one. Others ask for it in their first
      // line.
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
