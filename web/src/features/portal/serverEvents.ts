/** An event that a server sent. */
export interface ServerEvent {
  name: string
  data: string
}

/** Reads the events of a stream as they come; what is no event, such as a pulse, is passed over. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
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
