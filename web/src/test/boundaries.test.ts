import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The parts that each part may import besides itself. `staff` and `guest` share only `shared` and
 * the parts below it.
 */
const below = ['lib', 'api', 'kit', 'card', 'acts/shared']
const allowedImports: Record<string, readonly string[]> = {
  lib: [],
  api: ['lib'],
  kit: ['lib'],
  card: ['lib', 'kit'],
  'acts/shared': ['lib', 'api', 'kit', 'card'],
  'acts/staff': below,
  'acts/guest': below,
  shared: below,
  staff: [...below, 'acts/staff', 'shared'],
  guest: [...below, 'acts/guest', 'shared'],
  dev: ['lib', 'kit', 'card'],
}

const source = join(import.meta.dirname, '..')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && file.includes('/') && !/\.test\.tsx?$|^test\//.test(file),
)

/** Examples: 'kit', 'acts/staff', or a folder of a page: 'staff/customers'. */
function partOf(file: string): string {
  const [part = '', name = ''] = file.split('/')
  return ['acts', 'shared', 'staff', 'guest'].includes(part) ? `${part}/${name}` : part
}

const areaOf = (part: string) => (part.startsWith('acts/') ? part : (part.split('/')[0] ?? ''))

function specifiersIn(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** The path of an imported file without extension; null for a package. */
function ours(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  return specifier.startsWith('.') ? relative(source, join(source, dirname(file), specifier)) : null
}

function importsOf(file: string): string[] {
  return specifiersIn(file).flatMap((specifier) => ours(file, specifier) ?? [])
}

function filesIn(file: string): string[] {
  return importsOf(file).flatMap((path) => {
    const resolvedPath = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(
      (name) => /\.tsx?$/.test(name) && existsSync(join(source, name)),
    )
    return resolvedPath ?? []
  })
}

/** Folders that other folders of the same page may import. */
const shownByOthers = ['staff/cpanel', 'staff/stamps', 'staff/usual']

/** A folder imports others of its page only if it is `app` or they are in `shownByOthers`. */
function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (areaOf(from) === areaOf(to) && shownByOthers.includes(to)) return true
  if (areaOf(from) === areaOf(to)) return from.endsWith('/app')
  return allowedImports[areaOf(from)]?.includes(areaOf(to)) ?? false
}

test('finds the source files', () => {
  expect(files.length).toBeGreaterThan(30)
})

test.each(files)('%s imports only the parts below it', (file) => {
  const forbidden = importsOf(file).filter((importedFile) => !mayImport(partOf(file), partOf(importedFile)))
  expect(forbidden).toEqual([])
})

test.each(files.filter((file) => !file.startsWith('acts/')))(
  '%s changes nothing on the server itself, but calls acts',
  (file) => {
    const text = readFileSync(join(source, file), 'utf8')
    expect(text).not.toMatch(
      /\buse(Mutation|MutationState)\b|import[^;]*?\bMutationObserver\b[^;]*?from '@tanstack/,
    )
    if (!file.startsWith('api/')) expect(text).not.toMatch(/[aA]pi\.(POST|PUT|PATCH|DELETE)\(/)
  },
)

test('no file imports itself in a cycle', () => {
  const visitedFiles = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (way.includes(file) || visitedFiles.has(file)) return
    for (const next of filesIn(file)) walk(next, [...way, file])
    visitedFiles.add(file)
  }
  for (const file of files) walk(file, [])
  expect(circles).toEqual([])
})

test.each([
  ['staff/customers', 'staff/families'],
  ['staff/customers', 'guest/portal'],
  ['guest/portal', 'staff/customers'],
  ['guest/portal', 'guest/registration'],
  ['guest/portal', 'acts/staff'],
  ['staff/customers', 'acts/guest'],
  ['shared/login', 'staff/account'],
  ['shared/login', 'acts/staff'],
  ['acts/guest', 'acts/staff'],
  ['acts/guest', 'guest/portal'],
  ['acts/staff', 'staff/customers'],
  ['kit', 'card'],
  ['kit', 'acts/shared'],
  ['kit', 'api'],
  ['card', 'api'],
  ['api', 'acts/shared'],
  ['lib', 'kit'],
])('%s does not import %s', (from, to) => {
  expect(mayImport(from, to)).toBe(false)
})

/** Files that the guest page imports, directly or lazily. */
function guestsFiles(): string[] {
  const reachedFiles = new Set(['guest/app/main.tsx'])
  for (const file of reachedFiles) for (const next of filesIn(file)) reachedFiles.add(next)
  return [...reachedFiles]
}

/** Used only by the build. */
const standIns = ['guest/app/preactRoot.ts', 'guest/app/serverRender.tsx']

test('finds the files of the guest page', () => {
  expect(guestsFiles().length).toBeGreaterThan(100)
})

test.each(guestsFiles())("%s does not import the staff's libraries", (file) => {
  expect(
    specifiersIn(file).filter((name) => /^(@tanstack\/|sonner|radix-ui|@radix-ui\/)/.test(name)),
  ).toEqual([])
})

test.each(files.filter((file) => !standIns.includes(file)))(
  '%s is written for React, since Preact is an alias of the build',
  (file) => {
    expect(specifiersIn(file).filter((name) => name.startsWith('preact'))).toEqual([])
  },
)
