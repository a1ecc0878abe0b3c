import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from './mailbox.ts'
import { Organisation } from './organisation.ts'
import { expectNoPersonalData } from './people.ts'
import { freePort, hasEnded, stopChild } from './processes.ts'
import { walletSettings } from './wallet.ts'
import { whatsApp } from './whatsapp.ts'

const binary = resolve(process.env.AXIOMA_BINARY ?? join(import.meta.dirname, '../../bin/axioma'))
const readyLimit = 120_000
const ports = 5

export interface Server {
  url: string
  organisation?: Organisation | undefined
  log(): Promise<string>
  /** Fails if the server's log contains personal data. */
  stop(): Promise<void>
}

export interface Given {
  /** Limit attempts (sign-in, codes), as in production. */
  rateLimits: boolean
  /** Create passes, with https and a certificate. */
  passes: boolean
  /** Serve at http://localhost, with an OpenID provider: both it and passkeys need a fixed name. */
  named: boolean
  /** Undefined: no mails are sent. */
  mailbox?: Mailbox | undefined
}

export async function startServer(options: Given): Promise<Server> {
  await access(binary, constants.X_OK).catch((cause) => {
    throw new Error(`${binary} is missing: make build`, { cause })
  })
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(options)
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (tries === ports || !String(error).includes('address already in use')) throw error
    }
  }
}

async function startOnce({ rateLimits, passes, named, mailbox }: Given): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'axioma-e2e-'))
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const url = named ? `http://localhost:${port}` : `http://${address}`
  const logFile = join(folder, 'server.log')
  const log = await open(logFile, 'w')
  const organisation = named ? await Organisation.open(url) : undefined
  const child = spawn(binary, ['serve', '--listen', address, '--data', join(folder, 'data'), '--demo'], {
    env: {
      ...environment(rateLimits),
      ...(named && { AXIOMA_PUBLIC_URL: url }),
      ...(passes && (await walletSettings(folder))),
      ...organisation?.settings(),
      ...mailbox?.settings(),
    },
    stdio: ['ignore', 'ignore', log.fd],
  })
  await log.close() // the server has its own handle
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)

  const words = () => readFile(logFile, 'utf8')
  const end = async () => {
    await stopChild(child)
    await organisation?.close()
    process.removeListener('exit', killAtExit)
    const output = await words()
    await rm(folder, { recursive: true, force: true })
    return output
  }
  try {
    await untilReady(child, words, `http://${address}/api/readyz`)
  } catch (cause) {
    throw new Error(`${binary} did not become ready:\n${await end()}`, { cause })
  }
  return { url, organisation, log: words, stop: async () => expectNoPersonalData(await end()) }
}

function environment(rateLimits: boolean): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('AXIOMA_'))
  return {
    ...Object.fromEntries(variables),
    AXIOMA_WHATSAPP_NUMBER: whatsApp.number,
    AXIOMA_WHATSAPP_APP_SECRET: whatsApp.appSecret,
    ...(!rateLimits && { AXIOMA_RATE_LIMITS: 'off' }),
  }
}

async function untilReady(child: ChildProcess, words: () => Promise<string>, url: string): Promise<void> {
  const deadline = performance.now() + readyLimit
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`it ended with code ${child.exitCode}`)
    // Only the server's log proves that it, not another process, listens at the port.
    if ((await words()).includes('msg=listening') && (await isReady(url))) return
    await sleep(25)
  }
  throw new Error(`no answer from ${url} within ${readyLimit} ms`)
}

function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
