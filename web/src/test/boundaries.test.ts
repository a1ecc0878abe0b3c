import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** What each part of the app may import, besides itself. A feature may import only what stands below all features. */
const allowed: Record<string, readonly string[]> = {
  lib: [],
  api: ['lib'],
  ui: ['lib'],
  acts: ['lib', 'api', 'ui'],
  features: ['lib', 'api', 'ui', 'acts'],
  app: ['lib', 'api', 'ui', 'acts', 'features'],
  public: ['lib', 'api', 'ui', 'features'],
  dev: ['lib', 'ui'],
}

const source = join(import.meta.dirname, '..')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && file.includes('/') && !/\.test\.tsx?$|^test\//.test(file),
)

/** The part a file belongs to: 'ui', or 'features/visits'. */
function partOf(file: string): string {
  const [part = '', name = ''] = file.split('/')
  return part === 'features' ? `${part}/${name}` : part
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('@/')) return [specifier.slice(2)]
    return specifier.startsWith('.') ? [relative(source, join(source, dirname(file), specifier))] : []
  })
}

function mayImport(from: string, to: string): boolean {
  return from === to || (allowed[from.split('/')[0] ?? '']?.includes(to.split('/')[0] ?? '') ?? false)
}

test('the source has been found', () => {
  expect(files.length).toBeGreaterThan(30)
})

test.each(files)('%s imports only what lies below it', (file) => {
  const forbidden = importsOf(file).filter((imported) => !mayImport(partOf(file), partOf(imported)))
  expect(forbidden).toEqual([])
})

test.each(files.filter((file) => partOf(file) !== 'acts'))('%s does nothing by itself: acts do', (file) => {
  expect(readFileSync(join(source, file), 'utf8')).not.toMatch(
    /\buse(Mutation|MutationState)\b|import[^;]*?\bMutationObserver\b[^;]*?from '@tanstack/,
  )
})

test.each([
  ['features/visits', 'features/customers'],
  ['ui', 'features/visits'],
  ['acts', 'features/visits'],
  ['ui', 'acts'],
  ['api', 'acts'],
  ['ui', 'api'],
  ['lib', 'ui'],
  ['api', 'app'],
])('%s may not import %s', (from, to) => {
  expect(mayImport(from, to)).toBe(false)
})
