import { binaryBody } from './binaryBody'
import { unwrap } from './client'
import { errorFromProblem, noResponseError } from './error'
import { api } from './index'
import { textParts } from './textParts'
import type { RestoreLine, RestoreResult } from './types'

/** Bytes at the end of a ZIP in which its list of files is searched. */
const listLength = 64 * 1024

/** True if the file is a ZIP with the description of an export. Its name does not matter. */
export async function isCopy(file: Blob): Promise<boolean> {
  const [start, end] = await Promise.all([textOf(file.slice(0, 2)), textOf(file.slice(-listLength))])
  return start === 'PK' && end.includes('axioma.json')
}

function textOf(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(part, 'latin1')
  })
}

/** The HTTP status assumed for a refusal that arrives in the response's body. */
const failedLate = 422

/** Restores a copy into a business without customers. `onProgress` gets 0 to 1. */
export async function restoreCopy(file: File, onProgress: (part: number) => void): Promise<RestoreResult> {
  const stream = await unwrap(
    api.POST('/business/restore', {
      parseAs: 'stream',
      ...binaryBody(file),
    }) as unknown as Promise<{ data?: ReadableStream<Uint8Array> }>,
  )
  for await (const line of linesOf(stream)) {
    if (line.problem) throw errorFromProblem(line.problem, failedLate, null)
    if (line.result) return line.result
    onProgress(line.total > 0 ? line.done / line.total : 0)
  }
  throw noResponseError('the restore ended without a result')
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<RestoreLine> {
  try {
    for await (const line of textParts(stream, '\n')) yield JSON.parse(line) as RestoreLine
  } catch (error) {
    throw noResponseError(error)
  }
}
