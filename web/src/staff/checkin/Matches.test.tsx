import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ArmDelay } from '@/kit/useArmed'
import { business, customer } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { Matches } from './Matches'
import type { Match } from './useMatches'

const server = mockServer()

afterEach(() => void vi.useRealTimers())

async function show(matches: readonly Match[]) {
  server.respond('get', '/business', { ...business, timezone: 'America/Mexico_City' })
  const onOpen = vi.fn<(customer: Match) => void>()
  const list = (items: readonly Match[]) => (
    <ArmDelay value={1000}>
      <Matches
        matches={{ items, total: items.length, loading: false, failed: false, current: true }}
        active={null}
        onOpen={onOpen}
        onAdd={onOpen}
      />
    </ArmDelay>
  )
  const swap = { to: (_items: readonly Match[]) => undefined as unknown }
  await renderScreen(<SwappableList list={list} first={matches} swap={swap} />)
  return { onOpen, swap }
}

interface SwappableListProps {
  list: (items: readonly Match[]) => ReactNode
  first: readonly Match[]
  swap: { to: (items: readonly Match[]) => unknown }
}

function SwappableList({ list, first, swap }: SwappableListProps) {
  const [items, setItems] = useState(first)
  swap.to = setItems
  return list(items)
}

const ana = customer({ id: 'ana0123456789', name: 'Ana Gómez', lastVisitAt: '2026-01-10T00:30:00Z' })
const luis = customer({ id: 'luis012345678', name: 'Luis Tejada' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('rows ignore clicks for 300 ms after the list changes', async () => {
  const { onOpen, swap } = await show([ana])
  vi.useFakeTimers()
  act(() => void swap.to([luis]))
  press('Ver la tarjeta de Luis Tejada')
  act(() => vi.advanceTimersByTime(299))
  press('Añadir visita a Luis Tejada')
  expect(onOpen).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  press('Añadir visita a Luis Tejada')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(luis)
})

test("the last visit is shown in the business's time zone", async () => {
  await show([ana])
  const time = screen.getByText((_text, element) => element?.tagName === 'TIME')
  await waitFor(() => expect(time).toHaveAttribute('title', expect.stringContaining('18:30')))
})
