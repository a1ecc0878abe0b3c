import { type Command, type Engine, eventually } from './webdriver.ts'

/** The key of an element reference in WebDriver messages. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export class Visitor {
  readonly #engine: Engine
  readonly #origin: string

  constructor(engine: Engine, origin: string) {
    this.#engine = engine
    this.#origin = origin
  }

  /** Uncaught errors of the page from now on count as violations. */
  async open(path: string): Promise<void> {
    await this.#send('Navigate', { url: this.#origin + path })
    await this.run(() => {
      const offences: string[] = []
      Object.assign(window, { offences })
      window.addEventListener('error', ({ message }) => offences.push(message))
      window.addEventListener('unhandledrejection', ({ reason }) => offences.push(String(reason)))
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => offences.push(blockedURI))
    })
  }

  async leave(): Promise<void> {
    await this.#send('Navigate', { url: 'about:blank' })
  }

  offences(): Promise<string[]> {
    return this.run(() => (window as { offences?: string[] }).offences ?? [])
  }

  async fillIn(label: string, text: string): Promise<void> {
    await this.#find(field(label), (id) => this.#send('ElementSendKeys', { id, text }))
  }

  /** Presses a button once it is enabled. Its hidden text may contain the labels of its other states. */
  async press(name: string): Promise<void> {
    await this.#click(
      `//button[.//text()[normalize-space(.)=${quoted(name)}]][not(@disabled or @aria-disabled)]`,
    )
  }

  async tick(label: string): Promise<void> {
    await this.#click(field(label))
  }

  async sees(text: string, part = '//body'): Promise<void> {
    await this.#find(`${part}[contains(normalize-space(.), ${quoted(text)})]`, async () => {})
  }

  async seesPicture(name: string): Promise<void> {
    const condition = `starts-with(@alt, ${quoted(name)}) or starts-with(@aria-label, ${quoted(name)})`
    await this.#find(`//*[self::img or @role="img"][${condition}]`, async (id) => {
      const isMissing = (picture: Element) =>
        picture instanceof HTMLImageElement && picture.naturalWidth === 0
      if (await this.run(isMissing, { [elementKey]: id })) throw new Error(`the picture «${name}» is empty`)
    })
  }

  /** Types like a USB reader: in a burst that ends with Enter. */
  async read(content: string): Promise<void> {
    const enter = '\uE007'
    const strokes = [...content, enter].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#send('PerformActions', { actions: [{ type: 'key', id: 'reader', actions: strokes }] })
  }

  run<Answer>(script: (...args: never[]) => Answer, ...args: unknown[]): Promise<Answer> {
    return this.#send('ExecuteScript', {
      script: `return (${script})(...arguments)`,
      args,
    }) as Promise<Answer>
  }

  /** Repeats if the element was rendered again or the page changed. */
  #find<Answer>(xpath: string, act: (id: string) => Promise<Answer>): Promise<Answer> {
    return eventually(async () => {
      const element = await this.#send('FindElement', { using: 'xpath', value: xpath })
      return act((element as Record<string, string>)[elementKey] ?? '')
    })
  }

  async #click(xpath: string): Promise<void> {
    await this.#find(xpath, (id) => this.#send('ElementClick', { id }))
  }

  #send(command: Command, params: Record<string, unknown>): Promise<unknown> {
    return this.#engine.send(command, params)
  }
}

function field(label: string): string {
  return `//*[@id=//label[contains(normalize-space(.), ${quoted(label)})]/@for]`
}

function quoted(words: string): string {
  return `"${words}"`
}
