import { textParts } from './textParts'

export interface ServerEvent {
  name: string
  data: string
}

/** Yields events without heartbeats. `onRetry` receives the reconnection delay in milliseconds. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  onRetry: (milliseconds: number) => void,
): AsyncGenerator<ServerEvent> {
  for await (const block of textParts(body, '\n\n')) {
    const retry = /^retry: (\d+)$/m.exec(block)?.[1]
    if (retry) onRetry(Number(retry))
    const event = readEvent(block)
    if (event) yield event
  }
}

function readEvent(block: string): ServerEvent | null {
  const lines = block.split('\n')
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
  const name = lines.find((line) => line.startsWith('event: '))?.slice(7)
  return name && data.length > 0 ? { name, data: data.join('\n') } : null
}
