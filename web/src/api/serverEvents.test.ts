import { beforeEach, expect, test } from 'vitest'
import { type ServerEvent, serverEvents } from './serverEvents'

async function read(...chunks: string[]): Promise<ServerEvent[]> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of bytes) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of serverEvents(stream, (milliseconds) => retries.push(milliseconds))) {
    events.push(event)
  }
  return events
}

let retries: number[] = []
beforeEach(() => {
  retries = []
})

test('an event split across network chunks arrives whole', async () => {
  const wire = 'event: card\ndata: {"name":"Núñez"}\n\n: \n\nevent: card\ndata: 2\n\n'
  const events = [
    { name: 'card', data: '{"name":"Núñez"}' },
    { name: 'card', data: '2' },
  ]
  expect(await read(wire)).toEqual(events)
  expect(await read(...wire)).toEqual(events)
})

test('heartbeats and a truncated last event are skipped', async () => {
  expect(await read(': \n\n', 'event: card\ndata: 1')).toEqual([])
  expect(await read('data: 1\n\n', 'event: card\n\n')).toEqual([])
})

test('an event may have several lines', async () => {
  expect(await read('event: card\ndata: 1\ndata: 2\n\n')).toEqual([{ name: 'card', data: '1\n2' }])
})

test('a retry delay is reported and is no event', async () => {
  expect(await read('event: card\ndata: 1\n\nretry: 1', '250\n\n')).toEqual([{ name: 'card', data: '1' }])
  expect(retries).toEqual([1250])
})
