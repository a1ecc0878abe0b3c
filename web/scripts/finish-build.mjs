// Runs after `vite build`: compresses what the server sends, so that it needs no codec of its own,
// and names the version that open browsers compare themselves with.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../internal/webui/dist/', import.meta.url))
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.wasm', '.webmanifest', '.txt'])

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()

const bundle = createHash('sha256')
for (const file of files) {
  const content = readFileSync(file)
  bundle.update(relative(dist, file)).update(content)
  if (compressible.has(extname(file))) {
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: size }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

const version = bundle.digest('hex').slice(0, 12)
writeFileSync(join(dist, 'app-version.json'), `${JSON.stringify({ version })}\n`)
// Go refuses to embed a folder that is missing, so this one stays in the repository.
writeFileSync(join(dist, '.gitkeep'), '')
