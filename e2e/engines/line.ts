import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy that can be cut, because these browsers cannot simulate an offline network. */
export interface Line {
  url: string
  /** Blocks all traffic and breaks open connections. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function layLine(to: string): Promise<Line> {
  const port = Number(new URL(to).port)
  const open = new Set<Socket>()
  let isCut = false
  const line = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(end)
      end.pipe(other)
      end.on('error', () => {}) // a close event follows
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const breakOff = () => open.forEach((end) => void end.destroy())
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      breakOff()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      line.close()
      breakOff()
      await once(line, 'close')
    },
  }
}
