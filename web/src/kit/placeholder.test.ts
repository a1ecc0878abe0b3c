import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const tokens = read('tokens.css')

type Scheme = 'light' | 'dark'

function luminance(token: string, scheme: Scheme): number {
  const number = '([\\d.]+)'
  const colour = `oklch\\(${number}% ${number} ${number}\\)`
  const match = new RegExp(`--color-${token}: light-dark\\(${colour}, ${colour}\\)`).exec(tokens)
  if (!match) throw new Error(`no token ${token}`)
  const [lightness = 0, chroma = 0, hue = 0] = match.slice(scheme === 'light' ? 1 : 4).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [dark = 0, bright = 0] = [luminance(one, scheme), luminance(other, scheme)].sort((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}

test.each<[string, string, Scheme]>(
  ['ink-soft', 'ink-soft-counter'].flatMap((ink) =>
    ['card', 'paper', 'well'].flatMap((ground) => [
      [ink, ground, 'light'] as [string, string, Scheme],
      [ink, ground, 'dark'] as [string, string, Scheme],
    ]),
  ),
)('%s on %s has enough contrast in %s', (ink, ground, scheme) => {
  expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(4.5)
})

test('every placeholder has the colour --color-ink-soft', () => {
  expect(read('base.css')).toMatch(/::placeholder \{\s*color: var\(--color-ink-soft\);\s*opacity: 1;/)
})
