/** Code of a refusal because the action needs a recent authentication (decision 0042). */
export const recentAuthenticationCode = 'RECENT_AUTHENTICATION_REQUIRED'

interface Question {
  answer: Promise<boolean>
  settle: (confirmed: boolean) => void
}

export class IdentityConfirmation {
  #question: Question | null = null
  #listeners = new Set<() => void>()

  get isAsked(): boolean {
    return this.#question !== null
  }

  /** False if the user cancels, or if the page has no dialog. */
  ask(): Promise<boolean> {
    if (this.#listeners.size === 0) return Promise.resolve(false)
    this.#question ??= newQuestion()
    this.#tell()
    return this.#question.answer
  }

  settle(confirmed: boolean): void {
    const question = this.#question
    this.#question = null
    question?.settle(confirmed)
    this.#tell()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function newQuestion(): Question {
  let settle: Question['settle'] = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { answer, settle }
}
