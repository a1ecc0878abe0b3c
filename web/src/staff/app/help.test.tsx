import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp } from '@/test/openApp'
import { createAppRouter } from './router'

const manual = join(import.meta.dirname, '../../../../docs/manual')
const screens = Object.values(createAppRouter().routesById).filter(({ options }) => options.staticData?.title)

test('finds the screens of the app', () => {
  expect(screens.length).toBeGreaterThan(15)
})

test.each(screens.map(({ id, options }) => [id, options.staticData]))(
  '%s has a page of the manual',
  (_id, data) => {
    expect(data?.help).toBeDefined()
    expect(existsSync(join(manual, `${data?.help}.md`))).toBe(true)
  },
)

const catalogues = readdirSync(join(import.meta.dirname, '../..'), {
  recursive: true,
  encoding: 'utf8',
}).filter((file) => /exts\.ts$/.test(file))

test.each(catalogues)('%s names no file, setting or option of the program', (file) => {
  const words = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  expect(words).not.toMatch(/docs\/[a-z]|\.md\b|['" «]--[a-z]|AXIOMA_[A-Z]/)
})

test("no text says 'saludar' for a greeting", () => {
  const others = catalogues.filter((file) =>
    /\bsal[uú]d(a|o|e)/i.test(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')),
  )
  expect(others).toEqual([])
})

test('a screen links to its page of the manual', async () => {
  openApp('/app/account')
  const link = await screen.findByRole('link', { name: /^Ayuda sobre esta pantalla/ })
  expect(link).toHaveAttribute('href', '/ayuda/equipo-y-contrasenas')
})
