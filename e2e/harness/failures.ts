import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

type Attachment = TestResult['attachments'][number]

/**
 * Prints the reason of a failure at once, and at the end the page and the server's log, for runs of which only the
 * output is kept.
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
      for (const attachment of attachments) print(describeAttachment(attachment))
    }
  }
}

function brief(message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('Call log:')
  const lines = reason.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(0, 8)
    .map((line) => `      ${line.slice(0, 200)}\n`)
    .join('')
}

function describeAttachment({ name, path, body }: Attachment): string {
  if (path) return `── ${name}: e2e/${relative(process.cwd(), path)}\n`
  return `── ${name}:\n${String(body).trimEnd().replace(/^/gm, '   ')}\n`
}

function print(words: string): void {
  process.stdout.write(words)
}
