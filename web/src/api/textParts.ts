/** Yields parts as they arrive. A last part without the separator is dropped. */
export async function* textParts(
  stream: ReadableStream<Uint8Array>,
  separator: string,
): AsyncGenerator<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (text + value).split(separator)
    text = parts.pop() ?? ''
    yield* parts
  }
}
