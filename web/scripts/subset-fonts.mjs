// Runs before a build or `npm run dev`: subsets two fonts for the guest page. The staff page loads whole
// fonts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
const folder = `${packages}.cache/fonts/`

const ascii = String.fromCharCode(...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => 0x20 + index))
// Spanish, Catalan, Galician and Portuguese. Other letters use the system's font.
const letters = `${ascii}áéíóúüñçàèòïâêôãõÁÉÍÓÚÜÑÇÀÈÒ¡¿«»ºª·€–—‘’“”…•−\u00a0`

// Signs have one weight; all weights would double the size.
const faces = [
  { name: 'public-sans', variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures: ['kern', 'tnum'] },
  { name: 'besley', variationAxes: { wght: 800 }, keepFeatures: ['kern'] },
]

mkdirSync(folder, { recursive: true })
for (const { name, ...options } of faces) {
  const whole = readFileSync(`${packages}@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`)
  const cut = await subsetFont(whole, letters, { ...options, targetFormat: 'woff2', noHinting: true })
  writeFileSync(`${folder}${name}.woff2`, cut)
}
