import type { Locator, Page } from '@playwright/test'
import { businesses } from './accounts.ts'
import type { Customer, Shop } from './shop.ts'

export class Portal {
  readonly page: Page
  readonly phone: Locator
  readonly send: Locator
  readonly code: Locator
  readonly enter: Locator
  readonly title: Locator

  constructor(page: Page) {
    this.page = page
    this.phone = page.getByLabel('Tu móvil')
    this.send = page.getByRole('button', { name: /^(Enviarme el|Pedir un) código/ })
    this.code = page.getByLabel('Código de 6 cifras')
    this.enter = page.getByRole('button', { name: 'Entrar', exact: true })
    this.title = page.getByRole('heading', { name: 'Mis puntos' })
  }

  async open(business: string = businesses.demo): Promise<this> {
    await this.page.goto(`/portal?bid=${business}`)
    return this
  }

  /** Signs a customer in through the form, with the code sent by the server. */
  async signIn(shop: Shop, { phone }: Pick<Customer, 'phone'>, business?: string): Promise<void> {
    await this.open(business)
    await this.enterWith(shop, phone)
    await this.title.waitFor()
  }

  /** Enters phone and code. The code's last digit submits it. */
  async enterWith(shop: Shop, phone: string): Promise<void> {
    await this.phone.fill(phone)
    await this.send.click()
    await this.code.waitFor()
    await this.code.fill(await codeSentTo(shop, phone))
  }

  card(stamps: number): Locator {
    return this.page.getByRole('img', { name: `${stamps} de 10 visitas` })
  }
}

export async function codeSentTo(shop: Shop, phone: string): Promise<string> {
  const digits = phone.replace(/\D/g, '').slice(-9)
  const { items } = await shop.as<{ items: { kind: string; text: string }[] }>(
    'superadmin',
    'GET',
    `/cp/wa/messages?q=${digits}`,
  )
  const sent = items.find(({ kind }) => kind === 'OTP')
  if (!sent) throw new Error(`no code was sent to ${phone}`)
  return sent.text.slice(0, 6)
}
