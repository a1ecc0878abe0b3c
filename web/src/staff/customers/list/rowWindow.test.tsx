import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
// Loads the lazy screen before the tests.
import './CustomerListScreen'

const total = 2000
const cursors: string[] = []

/** Answers a hundred customers a page. The cursor is the number of the first one. */
const server = setupServer(
  http.get('http://axioma.test/api/customers', ({ request }) => {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? '0'
    cursors.push(cursor)
    const start = Number(cursor)
    const items = Array.from({ length: 100 }, (_, index) =>
      customer({ id: `c${start + index}`, name: `Cliente ${start + index}` }),
    )
    return HttpResponse.json(list(items, total, start + 100 < total ? String(start + 100) : undefined))
  }),
  http.all('*', () => HttpResponse.json({}, { status: 404 })),
)
beforeAll(() => server.listen())
afterEach(() => {
  cursors.length = 0
})
afterAll(() => server.close())

const rows = () => screen.getAllByRole('link', { name: /^Cliente \d+$/ })
const rowHeight = 48

async function scrollTo(row: number) {
  vi.stubGlobal('scrollY', row * rowHeight)
  await act(async () => window.dispatchEvent(new Event('scroll')))
}

test('renders the rows near the screen, drops far pages and loads them again', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY),
  )
  openApp('/app/customers/list')
  await screen.findByRole('link', { name: 'Cliente 0' })
  expect(rows().length).toBeLessThan(60)

  for (let row = 90; row < 1000; row += 100) {
    await scrollTo(row)
    expect(await screen.findByRole('link', { name: `Cliente ${row + 2}` })).toBeVisible()
    await waitFor(() => expect(cursors).toContain(String(row + 10)))
  }
  expect(rows().length).toBeLessThan(60)
  expect(cursors).toEqual(['0', '100', '200', '300', '400', '500', '600', '700', '800', '900', '1000'])

  await scrollTo(480)
  expect(await screen.findByRole('link', { name: 'Cliente 482' })).toBeVisible()
  expect(cursors.at(-1)).toBe('400')
})
