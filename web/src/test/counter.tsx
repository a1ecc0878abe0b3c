import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { OutboxScope } from '@/acts/staff/outbox/OutboxProvider'
import { Outbox } from '@/acts/staff/outbox/outbox'
import { sendVisit } from '@/acts/staff/outbox/send'
import type { WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { SnapshotScope } from '@/acts/staff/snapshot/SnapshotProvider'
import type { Snapshot } from '@/acts/staff/snapshot/snapshot'
import { SignedInSession } from '@/api'
import type { Customer, Progress, RewardKind, Role } from '@/api/types'
import { Toaster } from '@/kit/Toaster'
import { ArmDelay } from '@/kit/useArmed'
import { Counter } from '@/staff/checkin/Counter'
import { customer as example, progress, reward as rewardOf } from './examples'
import { memoryStore } from './visitStore'

export const ana = 'a7k2m9x4q1w8e5r3t6y0uiopzx'
export const luis = 'l7k2m9x4q1w8e5r3t6y0uiopzx'
export const qr = (id: string) =>
  `{"type":"AXIOMA_CUSTOMER","customerId":"${id}","businessId":"demobarberia"}`

export const reward = (kind: RewardKind) => rewardOf(kind, `reward-${kind}`)

export const customer = (fields: Partial<Customer> = {}) =>
  example({ id: ana, phone: '34•••••••42', ...fields })

export const visit = (fields: Partial<Progress> = {}, name = 'Ana Gómez', customerId = ana) => ({
  id: `visit-of-${customerId}`,
  customerId,
  customerName: name,
  visitedAt: '2026-11-20T10:00:00Z',
  notes: null,
  authorized: false,
  settled: false,
  waiting: false,
  replayed: false,
  deletedAt: null,
  receivedAt: null,
  registeredBy: null,
  clockSkewMs: null,
  progress: progress(fields),
})

export const refusal = (status: number, code: string, message = code, more: object = {}) =>
  Response.json({ code, message, ...more }, { status })

export const sameDay = () =>
  refusal(409, 'SAME_DAY_VISIT', 'Ya se registró una visita hoy', {
    hint: 'Mañana se le podrá poner otro sello.',
  })

interface SentRequest {
  call: string
  key: string | null
  query: string
  body: unknown
}

type Handler = (request: SentRequest) => Response | Promise<Response> | object

export const sentRequests: SentRequest[] = []

export const handlers: Record<string, Handler> = {}

export class BarcodeDetector {
  static getSupportedFormats = async () => ['qr_code']
  detect = async () => []
}

export function mockCounterServer() {
  beforeEach(() => {
    sentRequests.length = 0
    storedVisits.clear()
    for (const call of Object.keys(handlers)) delete handlers[call]
    vi.stubGlobal('BarcodeDetector', BarcodeDetector)
    Object.assign(handlers, {
      'GET /business': () => ({ id: 'b', name: 'Barbería Demo', timezone: 'Europe/Madrid' }),
      [`GET /customers/${ana}`]: () => customer(),
      [`GET /customers/${ana}/progress`]: () => progress(),
      [`POST /customers/${ana}/visits`]: () => visit(),
      [`POST /customers/${luis}/visits`]: () => visit({ count: 2 }, 'Luis Tejada', luis),
    })
    vi.stubGlobal('fetch', async (request: Request) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`
      const handler = handlers[call]
      if (!handler) throw new Error(`no handler for ${call}`)
      const body = await request.text()
      const sentRequest = {
        call,
        key: request.headers.get('Idempotency-Key'),
        query: new URL(request.url).search,
        body: body === '' ? null : JSON.parse(body),
      }
      sentRequests.push(sentRequest)
      const answer = await handler(sentRequest)
      return answer instanceof Response ? answer : Response.json(answer)
    })
  })
}

export const sentTo = (call: string) => sentRequests.filter((one) => one.call === call)
export const box = () => screen.getByRole('textbox', { name: 'Escanea o busca al cliente' })
export const panel = () => box().closest('.counter')?.querySelector('.answer')

/** Shared by all pages of a test. */
export const storedVisits = new Map<string, WaitingVisit>()

export const waitingVisits = () => [...storedVisits.values()]

/** Renders the counter alone. A followed link changes only the history. */
export function renderCounter(
  role: Role = 'BARBER',
  customerId: string | null = null,
  snapshot: Snapshot | null = null,
  isSafe = () => true,
) {
  const outbox = new Outbox({
    businessId: 'demobarberia',
    by: 'barber@demo.test',
    store: { ...memoryStore(storedVisits), isSafe },
    send: sendVisit,
  })
  const onTurnAway = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const history = createMemoryHistory({ initialEntries: ['/staff/checkin'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const by = { email: 'barber@demo.test', role, token: '', ready: true, businessId: 'demobarberia' } as const
  const at = (cid: string | null) => (
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={client}>
        <ArmDelay value={0}>
          <OutboxScope outbox={outbox}>
            <SnapshotScope snapshot={snapshot}>
              <SignedInSession value={by}>
                <Counter role={role} customerId={cid} onTurnAway={onTurnAway} />
              </SignedInSession>
            </SnapshotScope>
          </OutboxScope>
        </ArmDelay>
        <Toaster />
      </QueryClientProvider>
    </RouterContextProvider>
  )
  const { rerender, unmount } = render(at(customerId))
  return { history, onTurnAway, goTo: (cid: string | null) => rerender(at(cid)), leave: unmount }
}

/** Types like a USB scanner: the whole text, then the last key. */
export function scan(content: string, end: 'Enter' | 'Tab' = 'Enter') {
  fireEvent.change(box(), { target: { value: content } })
  if (end === 'Tab') fireEvent.keyDown(box(), { key: 'Tab' })
  else fireEvent.submit(box())
}
