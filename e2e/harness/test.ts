import { test as base, expect, type Page } from '@playwright/test'
import { cameraSwitches, type Pose, writeVideo } from './camera.ts'
import { type Server, startServer } from './server.ts'
import { watch } from './watch.ts'

interface Fixtures {
  /** Opens a page in a browser whose camera sees the picture. */
  pageWithCamera: (picture: Buffer, pose?: Pose) => Promise<Page>
}

interface WorkerFixtures {
  /** The real binary with demo data; one for each worker, so tests make customers of their own. */
  server: Server
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures a function needs from this pattern, and biome forbids an empty one.
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, server }, use) => {
    const offences = watch(context, server.url)
    await use(context)
    expect(offences).toEqual([])
  },

  pageWithCamera: async ({ playwright, launchOptions, server }, use, testInfo) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (picture, pose) => {
      const video = testInfo.outputPath(`camera-${closers.length}.y4m`)
      await writeVideo(video, picture, pose)
      const args = [...(launchOptions.args ?? []), ...cameraSwitches(video)]
      const browser = await playwright.chromium.launch({ args })
      const context = await browser.newContext({ permissions: ['camera'] })
      const offences = watch(context, server.url)
      closers.push(async () => {
        await browser.close()
        expect(offences).toEqual([])
      })
      return context.newPage()
    })
    for (const close of closers) await close()
  },
})

export { expect }
