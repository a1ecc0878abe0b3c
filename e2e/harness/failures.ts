import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

type Attachment = TestResult['attachments'][number]

/**
 * Prints at once why a test has failed, and at the end what the list of failures only names: the page as it stood and what
 * the server said. Where the output is all that is kept of a run, or its beginning, files are lost with the machine.
 */
export default class Failures implements Reporter {
  #failed: [TestCase, TestResult][] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return
    this.#failed.push([test, result])
    for (const { message } of result.errors) print(brief(message))
  }

  onEnd(): void {
    for (const [test, { attachments }] of this.#failed) {
      const place = `${relative(process.cwd(), test.location.file)}:${test.location.line}`
      print(`\n── ${place} ${test.title}\n`)
      for (const attachment of attachments) print(told(attachment))
    }
  }
}

/** What was expected and what came, without the log of the tries, colours and empty lines. */
function brief(message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('Call log:')
  const lines = reason.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(0, 8)
    .map((line) => `      ${line.slice(0, 200)}\n`)
    .join('')
}

/** The texts of our own in full, and where files lie. */
function told({ name, path, body }: Attachment): string {
  if (path) return `── ${name}: e2e/${relative(process.cwd(), path)}\n`
  return `── ${name}:\n${String(body).trimEnd().replace(/^/gm, '   ')}\n`
}

function print(words: string): void {
  process.stdout.write(words)
}
