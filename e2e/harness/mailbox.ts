import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface Mail {
  to: string
  text: string
}

export class Mailbox {
  readonly #server: Server
  readonly #mails: Mail[] = []

  private constructor() {
    this.#server = createServer((socket) => void this.#talk(socket))
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox()
    mailbox.#server.listen(0, '127.0.0.1')
    await once(mailbox.#server, 'listening')
    return mailbox
  }

  settings(): NodeJS.ProcessEnv {
    const { port } = this.#server.address() as AddressInfo
    return { AXIOMA_MAIL_SERVER: `127.0.0.1:${port}`, AXIOMA_MAIL_FROM: 'codigos@axioma.test' }
  }

  codeTo(address: string): string | undefined {
    return /\b\d{6}\b/.exec(this.#codesTo(address).at(-1)?.text ?? '')?.[0]
  }

  countCodesTo(address: string): number {
    return this.#codesTo(address).length
  }

  #codesTo(address: string): readonly Mail[] {
    return this.#mails.filter(({ to, text }) => to === address && !/image\/png/i.test(text))
  }

  async close(): Promise<void> {
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Speaks the minimum of SMTP (RFC 5321). */
  async #talk(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    const say = (words: string) => socket.write(`${words}\r\n`)
    let to = ''
    let text: string[] | null = null
    say('220 mailbox')
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (text && line !== '.') {
        text.push(line)
        continue
      }
      if (text) {
        this.#mails.push({ to, text: bodyOf(text) })
        text = null
        say('250 kept')
        continue
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (verb === 'DATA') text = []
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 mailbox')
      if (verb === 'QUIT') socket.end()
    }
  }
}

function bodyOf(lines: readonly string[]): string {
  return lines.slice(lines.indexOf('') + 1).join('\n')
}
