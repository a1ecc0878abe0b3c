import { expect } from '@playwright/test'

/** The commands of the W3C's WebDriver that the tests need, by Marionette's names for them. */
export const commands = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  FindElement: 'element',
  ElementClick: 'element/{id}/click',
  ElementSendKeys: 'element/{id}/value',
  PerformActions: 'actions',
} as const

export type Command = keyof typeof commands

/** A browser with one window, as its own driver moves it. */
export interface Engine {
  /** Carries out a command, and answers with what came of it; what the browser cannot do is an error. */
  send(command: Command, params: Record<string, unknown>): Promise<unknown>
  quit(): Promise<void>
}

/** What a browser needs to behave as at a shop. */
export const shopEnvironment = { TZ: 'Europe/Madrid' }

/** How long anything may take to come about, on a machine that is busy with other things as well. */
const patience = { timeout: 60_000, intervals: [50] }

/** Tries until it succeeds; in the end it fails as it did last. */
export async function eventually<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = []
  await expect(async () => void answers.push(await work())).toPass(patience)
  return answers[0] as Answer
}
