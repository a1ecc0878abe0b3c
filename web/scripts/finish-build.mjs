// Runs after `vite build`: builds the service workers, compresses the files, and writes the version that
// open pages poll.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const dist = fileURLToPath(new URL('../../internal/webui/dist/', import.meta.url))
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.wasm', '.webmanifest', '.txt'])

const staff = readManifest('manifest.json')
const customer = readManifest('customer.json')

const screens = {
  start: 'src/guest/landing/LandingScreen.tsx',
  login: 'src/guest/app/StaffLogin.tsx',
  legal: 'src/guest/legal/LegalScreen.tsx',
  fixed: 'src/guest/registration/FixedScreen.tsx',
  portal: 'src/guest/portal/PortalPage.tsx',
}

rmSync(join(dist, '.vite'), { recursive: true })

// Pages contain the version and workers hash the pages, so the version is written first.
const version = versionOf([dist, fromWeb('src'), fromWeb('worker')])
for (const page of ['index.html', 'public.html']) {
  const path = join(dist, page)
  const named = `<head>\n    <meta name="app-version" content="${version}" />`
  writeFileSync(path, readFileSync(path, 'utf8').replace('<head>', named))
}

// Browsers limit a worker to its own folder.
await buildWorker(
  'counterWorker.ts',
  'staff/worker.js',
  filesToKeep(filesNeeded(staff, 'index.html', true), 'index.html', 'manifest.webmanifest'),
)
await buildWorker(
  'portalWorker.ts',
  'portal-worker.js',
  filesToKeep(filesOf('portal'), 'public.html', 'portal.webmanifest'),
)
writeDrawnPage()

for (const file of filesIn(dist)) {
  const content = readFileSync(file)
  if (compressible.has(extname(file)) && !basename(file).startsWith('.')) {
    writeFileSync(`${file}.br`, compress(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

holdBudgets()

writeFileSync(join(dist, 'app-version.json'), `${JSON.stringify({ version })}\n`)
// Go cannot embed a missing folder.
writeFileSync(join(dist, '.gitkeep'), '')

/** Hashes the served files and the workers' sources. */
function versionOf(folders) {
  const digest = createHash('sha256')
  for (const folder of folders) {
    for (const file of filesIn(folder)) digest.update(relative(folder, file)).update(readFileSync(file))
  }
  return digest.digest('hex').slice(0, 12)
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function fromWeb(folder) {
  return fileURLToPath(new URL(`../${folder}`, import.meta.url))
}

async function buildWorker(entry, to, kept) {
  const web = fileURLToPath(new URL('..', import.meta.url))
  await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '@': join(web, 'src') } },
    define: { __FILES__: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(dist, dirname(to)),
      emptyOutDir: false,
      lib: {
        entry: join(web, 'worker', entry),
        formats: ['iife'],
        name: 'worker',
        fileName: () => basename(to),
      },
    },
  })
}

function readManifest(name) {
  return JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))
}

/** Files with a hash in their name need no revision. */
function filesToKeep(names, page, appManifest) {
  const hashed = names.filter((name) => name.startsWith('assets/'))
  const others = [page, 'favicon.svg', appManifest]
  return [
    ...others.map((name) => ({ url: `/${name}`, revision: digestOf(readFileSync(join(dist, name))) })),
    ...hashed.sort().map((name) => ({ url: `/${name}`, revision: null })),
  ]
}

/** The files that the guest page may load for a screen. */
function filesOf(screen) {
  const others = Object.values(screens).filter((file) => file !== screens[screen])
  return filesNeeded(customer, 'public.html', true, others)
}

/** The initial files; with `later` also lazy ones, without other screens'. */
function filesNeeded(manifest, entry, later, others = []) {
  const seen = new Set(others)
  const names = new Set()
  const follow = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]
    for (const name of [file, ...css, ...assets]) names.add(name)
    for (const next of [...imports, ...(later ? dynamicImports : [])]) follow(next)
  }
  follow(entry)
  return [...names]
}

/** The template for internal/webui; inline styles show it at once. */
function writeDrawnPage() {
  const page = readFileSync(join(dist, 'public.html'), 'utf8')
  const [link, style] = page.match(/<link rel="stylesheet"[^>]*? href="\/([^"]+)">/)
  const [, description] = page.match(/<meta name="description" content="([^"]+)">/)
  const filled = [
    ['<title>', '<title>{{or .Title "'],
    ['</title>', '"}}</title>'],
    [link, '<style>{{.Style}}</style>'],
    [description, `{{or .Description "${description}"}}`],
    ['/portal.webmanifest', '/{{if eq .Page "start" "login"}}manifest{{else}}portal{{end}}.webmanifest'],
    ['</head>', `${preloads()}</head>`],
    ['<div id="root"></div>', '<div id="root" data-shown="{{.Shown}}">{{.HTML}}</div>'],
    [/\s*<noscript>.*<\/noscript>/, ''],
  ].reduce((html, [part, place]) => html.replace(part, () => place), page)
  writeFileSync(join(dist, '.drawn.html'), filled)
  writeFileSync(join(dist, '.drawn.css'), readFileSync(join(dist, style)))
}

function preloads() {
  const first = new Set(filesNeeded(customer, 'public.html', false))
  return Object.entries(screens)
    .map(([page, screen]) => {
      const links = filesNeeded(customer, screen, false)
        .filter((name) => name.endsWith('.js') && !first.has(name))
        .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
      return `{{if eq .Page "${page}"}}${links.join('')}{{end}}`
    })
    .join('')
}

/** A script's content decides which size of blocks compresses it better. */
function compress(content) {
  const [small, large] = [17, 18].map((size) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_LGBLOCK]: size },
    }),
  )
  return small.length < large.length ? small : large
}

/** Fails the build when a guest screen exceeds its budget of compressed bytes. */
function holdBudgets() {
  // Loaded only by a browser's translator (web/src/lib/followTranslator.ts).
  const { file: whileTranslating } = customer['src/lib/translatedText.ts']
  for (const screen of ['form', ...Object.keys(screens)]) {
    holdBudgetsOf(
      screen,
      filesOf(screen).filter((name) => name !== whileTranslating),
    )
  }
}

function holdBudgetsOf(screen, names) {
  for (const [suffix, sent, most] of [
    ['.js', '.js.br', 71_500],
    ['.css', '.css.br', 12_000],
    ['.woff2', '.woff2', 30_000],
  ]) {
    const sizes = names
      .filter((name) => name.endsWith(suffix))
      .map((name) => statSync(join(dist, name.replace(suffix, sent))).size)
    const all = sizes.reduce((sum, size) => sum + size, 0)
    if (sizes.length === 0 || all > most) {
      throw new Error(
        `the customers' page '${screen}' has ${all} bytes of ${suffix} in ${sizes.length} files, and may have ${most}`,
      )
    }
  }
}

function digestOf(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
