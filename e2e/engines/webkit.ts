import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, stopChild } from '../harness/processes.ts'
import { type Command, commands, type Engine, eventually, shopEnvironment } from './webdriver.ts'

export async function startWebKit(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'axioma-webkit-'))
  const children: ChildProcess[] = []
  const killAtExit = () => children.forEach((child) => void child.kill('SIGKILL'))
  process.once('exit', killAtExit)
  const quit = async () => {
    for (const child of children.toReversed()) await stopChild(child)
    process.removeListener('exit', killAtExit)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { screen, display } = await startScreen()
    children.push(screen)
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
      env: { ...process.env, ...shopEnvironment, HOME: folder, DISPLAY: `:${display}` },
      stdio: 'ignore',
    })
    children.push(driver)
    await once(driver, 'spawn')
    const session = await openSession(`http://127.0.0.1:${port}`)
    return {
      send: (command, params) => post(`${session}/${pathOf(command, params)}`, params),
      quit: async () => {
        await call(session, { method: 'DELETE' })
        await quit()
      },
    }
  } catch (error) {
    await quit()
    throw error
  }
}

async function startScreen(): Promise<{ screen: ChildProcess; display: number }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  await once(screen, 'spawn')
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { screen, display: Number(number) }
}

async function openSession(driver: string): Promise<string> {
  await eventually(() => call(`${driver}/status`, {}))
  const opened = (await post(`${driver}/session`, { capabilities: {} })) as { sessionId: string }
  return `${driver}/session/${opened.sessionId}`
}

function pathOf(command: Command, { id }: Record<string, unknown>): string {
  return commands[command].replace('{id}', String(id))
}

function post(url: string, body: object): Promise<unknown> {
  return call(url, { method: 'POST', body: JSON.stringify(body) })
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}
