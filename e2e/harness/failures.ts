import { readFileSync } from 'node:fs'
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
      const project = test.parent.project()?.name ?? ''
      print(`\n── ${place} ${test.title}\n`)
      print(`   alone: npm --prefix e2e test -- ${place} --project ${project}\n`)
      for (const attachment of attachments) print(told(attachment))
    }
  }
}

/** A text in full, and where anything else lies. */
function told({ name, path, body, contentType }: Attachment): string {
  const file = path ? ` ${relative(process.cwd(), path)}` : ''
  if (!contentType.startsWith('text/')) return `── ${name}:${file}\n`
  const words = body?.toString() ?? readFileSync(path ?? '', 'utf8')
  return `── ${name}:${file}\n${words.trimEnd().replace(/^/gm, '   ')}\n`
}

function print(words: string): void {
  process.stdout.write(words)
}
