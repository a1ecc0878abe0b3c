import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopChild } from '../harness/processes.ts'
import { type Engine, eventually, shopEnvironment } from './webdriver.ts'

const { AXIOMA_FIREFOX = '/usr/bin/firefox-esr' } = process.env

const preferences = `user_pref("marionette.port", 0);
user_pref("intl.accept_languages", "es-ES");
`

export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'axioma-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const child = spawn(AXIOMA_FIREFOX, ['--headless', '--marionette', '--profile', profile, '--no-remote'], {
    env: { ...process.env, ...shopEnvironment, HOME: profile },
    stdio: 'ignore',
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const quit = async () => {
    await stopChild(child)
    process.removeListener('exit', killAtExit)
    await rm(profile, { recursive: true, force: true })
  }
  try {
    await once(child, 'spawn')
    const port = await eventually(() => portOf(profile))
    const line = await Marionette.open(port)
    await line.ask('WebDriver:NewSession', {})
    return { send: async (command, params) => value(await line.ask(`WebDriver:${command}`, params)), quit }
  } catch (error) {
    await quit()
    throw error
  }
}

async function portOf(profile: string): Promise<number> {
  const written = await readFile(join(profile, 'MarionetteActivePort'), 'utf8')
  if (!written) throw new Error('Firefox has not written its port yet')
  return Number(written)
}

function value(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result
}

/** A response: type, request number, error or null, result. */
type Answer = [type: number, id: number, error: { error: string; message: string } | null, result: unknown]

/** Each message is its length and a text, such as `12:[0,1,"…",{}]`. */
class Marionette {
  #socket: Socket
  #heard: Buffer = Buffer.alloc(0)
  #asked = 0
  #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (more) => this.#hear(more))
    socket.on('close', () => this.#giveUp())
    socket.on('error', () => {}) // a close event follows
  }

  static async open(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Marionette(socket)
  }

  ask(name: string, params: Record<string, unknown>): Promise<unknown> {
    const id = ++this.#asked
    const question = Buffer.from(JSON.stringify([0, id, name, params]))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.write(`${question.length}:${question}`)
    })
  }

  #hear(more: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, more])
    for (let text = this.#nextText(); text !== null; text = this.#nextText()) this.#answer(JSON.parse(text))
  }

  #nextText(): string | null {
    const colon = this.#heard.indexOf(':')
    const end = colon + 1 + Number(this.#heard.toString('latin1', 0, Math.max(colon, 0)))
    if (colon < 0 || this.#heard.length < end) return null
    const text = this.#heard.toString('utf8', colon + 1, end)
    this.#heard = this.#heard.subarray(end)
    return text
  }

  #answer(message: Answer | object): void {
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as Answer
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`))
    else waiting?.resolve(result)
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed the line'))
    this.#waiting.clear()
  }
}
