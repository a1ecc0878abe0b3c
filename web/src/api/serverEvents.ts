export interface ServerEvent {
  name: string
  data: string
}

/** Reads server-sent events and skips heartbeats. `onRetry` receives the reconnection delay in milliseconds. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  onRetry: (milliseconds: number) => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const retry = /^retry: (\d+)$/m.exec(block)?.[1]
      if (retry) onRetry(Number(retry))
      const event = readEvent(block)
      if (event) yield event
    }
  }
}

function readEvent(block: string): ServerEvent | null {
  const lines = block.split('\n')
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
  const name = lines.find((line) => line.startsWith('event: '))?.slice(7)
  return name && data.length > 0 ? { name, data: data.join('\n') } : null
}
