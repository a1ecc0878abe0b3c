import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import '@/staff/customers/list/CustomerListScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/customers', list([customer()]))
})

async function openList() {
  const router = openApp('/app/customers/list')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  return {
    router,
    box,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    goTo: (q: string | undefined) => router.navigate({ to: '.', search: { q } }),
    inAddress: (q: string) => waitFor(() => expect(router.state.location.search).toEqual({ q })),
  }
}

test('keeps a trailing space during a pause', async () => {
  const { box, type, inAddress } = await openList()
  type('ana ')
  await inAddress('ana')
  await screen.findByText('1 cliente coincide con «ana»')
  expect(box).toHaveValue('ana ')
  type(`${box.value}gómez`)
  await inAddress('ana gómez')
  expect(box).toHaveValue('ana gómez')
})

test('follows the URL when it changes, even back to an earlier input', async () => {
  const { box, type, goTo, inAddress } = await openList()
  type('ana')
  await inAddress('ana')
  for (const q of ['luis', 'ana', undefined]) {
    await goTo(q)
    await waitFor(() => expect(box).toHaveValue(q ?? ''))
  }
})

test('follows the URL even if it changes to input that was typed but not yet in the URL', async () => {
  const { router, box, type, goTo } = await openList()
  const overtaken = new Promise<unknown>((resolve) => {
    const leave = router.subscribe('onBeforeNavigate', () => {
      leave()
      resolve(goTo('luis'))
    })
  })
  type('ana')
  await overtaken
  await waitFor(() => expect(box).toHaveValue('luis'))
  await goTo('ana')
  await waitFor(() => expect(box).toHaveValue('ana'))
})
