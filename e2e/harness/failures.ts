import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

type Attachment = TestResult['attachments'][number]

/**
 * Prints what the list of failures only names: the page as it stood and what the server said. Where the output is all that
 * is kept of a run, files are lost with the machine.
 */
export default class Failures implements Reporter {
  #failed: [TestCase, TestResult][] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== test.expectedStatus) this.#failed.push([test, result])
  }

  onEnd(): void {
    for (const [test, { attachments }] of this.#failed) {
      const place = `${relative(process.cwd(), test.location.file)}:${test.location.line}`
      print(`\n── ${place} ${test.title}\n`)
      for (const attachment of attachments) print(told(attachment))
    }
  }
}

/** The texts of our own in full, and where files lie. */
function told({ name, path, body }: Attachment): string {
  if (path) return `── ${name}: e2e/${relative(process.cwd(), path)}\n`
  return `── ${name}:\n${String(body).trimEnd().replace(/^/gm, '   ')}\n`
}

function print(words: string): void {
  process.stdout.write(words)
}
