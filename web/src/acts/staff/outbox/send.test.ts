// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { waitingVisit } from '@/test/visitStore'
import { businessSender, sendVisit } from './send'

let requests: { path: string; key: string | null; body: unknown }[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const key = request.headers.get('Idempotency-Key')
    requests.push({ path: new URL(request.url).pathname, key, body: await request.json() })
    return Response.json({
      id: 'v1',
      customerId: 'ana',
      customerName: 'Ana',
      progress: { count: 1, target: 10 },
    })
  })
})

const visit = waitingVisit({ notes: 'Corte' })

test('a visit that is sent at once has no time', async () => {
  await sendVisit(visit, visit.scannedAt + 9_999)
  expect(requests[0]).toEqual({ path: '/api/customers/ana/visits', key: 'k', body: { notes: 'Corte' } })
})

test('a scanned visit is marked as scanned, because its QR may have ended', async () => {
  await sendVisit(waitingVisit({ code: { customerId: 'ana' } }), visit.scannedAt)
  expect(requests[0]?.body).toEqual({ scanned: true })
})

test('a visit names who did the service', async () => {
  await sendVisit(waitingVisit({ servedBy: { id: 'luis', name: 'Luis' } }), visit.scannedAt)
  expect(requests[0]?.body).toEqual({ servedById: 'luis' })
})

test('a scan whose QR the device no longer has is sent by its hash', async () => {
  const stored = waitingVisit({ subject: { customerId: 'k3x9q2m7' }, idHash: 'hashed', scanned: true })
  await sendVisit(stored, visit.scannedAt)
  await sendVisit(waitingVisit({ qrHash: 'by an earlier app' }), visit.scannedAt)
  expect(requests).toMatchObject([
    { path: '/api/customers/k3x9q2m7/visits', body: { idHash: 'hashed', scanned: true } },
    { path: '/api/customers/ana/visits', body: { qrHash: 'by an earlier app' } },
  ])
  expect(requests[1]?.body).not.toHaveProperty('scanned')
})

test('a late visit has the times of the scan and of sending, by the same clock', async () => {
  await sendVisit(
    waitingVisit({ subject: { phone: '+34612345678' }, authorized: true }),
    visit.scannedAt + 3_600_000,
  )
  expect(requests[0]).toMatchObject({
    path: '/api/customers/visits/by-phone',
    body: {
      phone: '+34612345678',
      authorized: true,
      scannedAt: '2026-11-20T10:00:00.000Z',
      sentAt: '2026-11-20T11:00:00.000Z',
    },
  })
})

test('a visit of one business is not sent while another is chosen', async () => {
  let businessId = 'b1'
  const send = businessSender(() => businessId)
  await send(visit)
  businessId = 'b2'
  await expect(send(visit)).rejects.toMatchObject({ status: 0 })
  expect(requests).toHaveLength(1)
})
