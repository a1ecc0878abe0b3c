import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { knownCustomer, qrHashKey } from '@/test/knownCustomers'
import { SnapshotScope, useSnapshotCustomer } from './SnapshotProvider'
import { Snapshot } from './snapshot'

const ana = knownCustomer('ana', { stamps: 4 })

async function snapshotOfAna() {
  const nowhere = async () => undefined
  const page = {
    customers: [ana],
    gone: [],
    whole: true,
    asOf: '2026-11-20T10:00:00Z',
    qrKey: '',
    qrHashKey,
    nextCursor: null,
  }
  const snapshot = new Snapshot({
    owner: 'barber',
    store: { read: async () => null, write: nowhere, erase: nowhere },
    fetchPage: async () => page,
  })
  await snapshot.refresh()
  return snapshot
}

function Name() {
  return <p>{useSnapshotCustomer('ana')?.name ?? 'nadie'}</p>
}

test('without a user the former snapshot has no customers in memory', async () => {
  const snapshot = await snapshotOfAna()
  const of = (which: Snapshot | null) => (
    <SnapshotScope snapshot={which}>
      <Name />
    </SnapshotScope>
  )
  const { rerender } = render(of(snapshot))
  expect(screen.getByText('Ana')).toBeVisible()
  rerender(of(null))
  expect(screen.getByText('nadie')).toBeVisible()
  expect(snapshot.get('ana')).toBeNull()
})
