import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer, list, progress } from '@/test/examples'
import { sentence } from '@/test/sentence'
import { typeFast } from '@/test/typing'

const { server, open, sentRequests } = mockCustomerServer('repetidas')

describe('merging', () => {
  const other = customer({ id: 'otra012345678', name: 'Anita Gómez', visitsCount: 3 })
  const merge = {
    id: 'm1',
    mergedId: other.id,
    mergedName: other.name,
    mergedAt: '2026-11-18T10:00:00Z',
    undoableUntil: '2026-12-18T10:00:00Z',
    undoneAt: null,
  }

  test('finds the other record, previews the effect and merges', async () => {
    await open('ADMIN')
    server.respond('get', '/customers', list([customer(), other]))
    server.respond('post', `${path}/merge`, {
      mergeId: 'm1',
      customer: customer(),
      progress: progress({ count: 7 }),
    })
    await press('Unir con otra ficha')
    await userEvent.type(screen.getByLabelText('Busca la otra ficha'), 'gómez')
    await userEvent.click(await screen.findByRole('button', { name: /Anita Gómez/ }))
    expect(screen.queryByRole('button', { name: /^Ana Gómez/ })).toBeNull()
    expect(screen.getByText(sentence(/Pasan 3 visitas de Anita Gómez/))).toBeVisible()
    expect(screen.getByText('Se puede deshacer durante 30 días.')).toBeVisible()
    await press('Unir las dos fichas')
    expect(
      await screen.findByText(sentence(/La ficha de Anita Gómez ya es parte de la de Ana Gómez\.$/)),
    ).toBeVisible()
    expect(sentRequests('POST')[0]?.body).toEqual({ mergedId: other.id })
  })

  test('keeps found rows in place while further letters are searched', async () => {
    await open('ADMIN')
    server.respond('get', '/customers', list([other]))
    await press('Unir con otra ficha')
    const box = screen.getByLabelText('Busca la otra ficha')
    typeFast(box, 'gó')
    const row = await screen.findByRole('button', { name: /Anita Gómez/ })
    typeFast(box, 'gómez')
    await waitFor(() => expect(server.requests.at(-1)?.search.get('q')).toBe('gómez'))
    await waitFor(() => expect(server.pendingCount()).toBe(0))
    expect(row).toBeVisible()
    typeFast(box, 'g')
    await waitFor(() => expect(row).not.toBeInTheDocument())
  })

  test('can be undone within its period', async () => {
    server.respond('get', `${path}/merges`, list([merge]))
    server.respond('post', '/merges/m1/undo', { ok: true })
    await open('ADMIN')
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer la unión con Anita Gómez' }))
    await press('Separar las fichas')
    expect(
      await screen.findByText(sentence('La ficha de Anita Gómez vuelve a estar en la lista.')),
    ).toBeVisible()
  })

  test.each([{ undoneAt: merge.mergedAt }, { undoableUntil: '2026-01-01T00:00:00Z' }])(
    'cannot be undone when it is %o',
    async (fields) => {
      server.respond('get', `${path}/merges`, list([{ ...merge, ...fields }]))
      await open('ADMIN')
      expect(await screen.findByText('Anita Gómez')).toBeVisible()
      expect(screen.queryByRole('button', { name: /Deshacer la unión/ })).toBeNull()
    },
  )

  test('shows why it was refused', async () => {
    await open('ADMIN')
    server.respond('get', '/customers', list([other]))
    server.respond('post', `${path}/merge`, { code: 'CONFLICT', message: 'Ya está unida.' }, 409)
    await press('Unir con otra ficha')
    await userEvent.type(screen.getByLabelText('Busca la otra ficha'), 'gómez')
    await userEvent.click(await screen.findByRole('button', { name: /Anita Gómez/ }))
    await press('Unir las dos fichas')
    expect(await screen.findByText('No se pudieron unir las fichas.')).toBeVisible()
    expect(screen.getByText('Ya está unida.')).toBeVisible()
  })
})
