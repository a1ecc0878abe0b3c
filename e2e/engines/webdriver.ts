import { expect } from '@playwright/test'

/** The WebDriver commands that the tests use, by Marionette's names. */
export const commands = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  FindElement: 'element',
  ElementClick: 'element/{id}/click',
  ElementSendKeys: 'element/{id}/value',
  PerformActions: 'actions',
} as const

export type Command = keyof typeof commands

export interface Engine {
  /** Throws the browser's error. */
  send(command: Command, params: Record<string, unknown>): Promise<unknown>
  quit(): Promise<void>
}

/** The environment of the browser in a business. */
export const shopEnvironment = { TZ: 'Europe/Madrid' }

/** The longest wait on a busy machine. */
const patience = { timeout: 60_000, intervals: [50] }

/** Repeats the work until it succeeds; on a timeout, throws its last error. */
export async function eventually<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = []
  await expect(async () => void answers.push(await work())).toPass(patience)
  return answers[0] as Answer
}
