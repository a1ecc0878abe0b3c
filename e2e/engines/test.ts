import { test as base } from '../harness/test.ts'
import { startFirefox } from './firefox.ts'
import { type Line, layLine } from './line.ts'
import { Visitor } from './visitor.ts'
import type { Engine } from './webdriver.ts'
import { startWebKit } from './webkit.ts'

interface Fixtures {
  visitor: Visitor
}

interface WorkerFixtures {
  engineName: 'firefox' | 'webkit'
  engine: Engine
  line: Line
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { scope: 'worker', option: true }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'firefox' ? startFirefox() : startWebKit())
      await use(engine)
      await engine.quit()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  line: [
    async ({ server }, use) => {
      const line = await layLine(server.url)
      await use(line)
      await line.close()
    },
    { scope: 'worker' },
  ],

  visitor: async ({ engine, line }, use, testInfo) => {
    const visitor = new Visitor(engine, line.url)
    await use(visitor)
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await visitor.run(() => `${location.href}\n${document.body.textContent}`).catch(String)
      await testInfo.attach('the page as it stood', { body, contentType: 'text/plain' })
    }
  },
})
