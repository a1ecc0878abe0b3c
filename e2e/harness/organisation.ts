import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stopChild } from './processes.ts'

const binary = join(import.meta.dirname, '../../bin/tools/testopenid')

/** A real OpenID provider on loopback. Its page asks for an e-mail address and confirms it. */
export class Organisation {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  /** Starts the provider. It reads from a pipe of this process, so it ends with this process. */
  static async open(appUrl: string): Promise<Organisation> {
    await access(binary, constants.X_OK).catch((cause) => {
      throw new Error(`${binary} is missing: make bin/tools/testopenid`, { cause })
    })
    const child = spawn(binary, [`${appUrl}/login/organizacion`], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [url] = await once(createInterface({ input: child.stdout }), 'line')
    return new Organisation(String(url), child)
  }

  settings(): NodeJS.ProcessEnv {
    return {
      AXIOMA_OPENID_ISSUER: this.url,
      AXIOMA_OPENID_CLIENT_ID: 'axioma',
      AXIOMA_OPENID_CLIENT_SECRET: 'secret of the client',
    }
  }

  async close(): Promise<void> {
    await stopChild(this.#child)
  }
}
