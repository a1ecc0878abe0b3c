import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { accounts, businesses, password } from './accounts.ts'
import { fiveYearsOld } from './shopTime.ts'

/** Whoever can sign in. */
export type Account = keyof typeof accounts

/** The answer of a sign-in, as the app keeps it. */
export interface SignedIn {
  token: string
  role: string
  email: string
  name: string
  businessId: string | null
}

export interface Customer {
  id: string
  name: string
  phone: string
}

interface Given {
  phone?: string
  name?: string
  email?: string
  tag?: string
  /** How many stamps the card has; the last of them is of today. */
  visits?: number
}

/** How many messages the demo business may send in these tests. */
const limits = { ratePerMinute: 4800, dailyCap: 9000, monthlyCap: 9500 }

interface Owed {
  id: string
  kind: string
}

/** The demo business as its server sees it: what a test needs before it opens a page, and what it asks afterwards. */
export class Shop {
  #url: string
  #sessions = new Map<string, Promise<SignedIn>>()
  #count = 0

  constructor(url: string) {
    this.#url = url
  }

  /** Lets every message leave at once: how many a shop may send in a minute is used up by fast tests. */
  async liftLimits(): Promise<void> {
    await this.as('superadmin', 'PATCH', `/cp/businesses/${businesses.demo}`, { whatsApp: limits })
  }

  /** A phone that nobody else has, as people write it. */
  newPhone(): string {
    const digits = String(680_000_000 + ++this.#count)
    return digits.replace(/^(\d{3})(\d{2})(\d{2})(\d{2})$/, '$1 $2 $3 $4')
  }

  /** A word that no other name has: names bear no number as long as a phone. */
  newWord(): string {
    const word = this.newPhone()
      .replaceAll(' ', '')
      .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    return word.charAt(0).toUpperCase() + word.slice(1)
  }

  /** A customer as staff creates them: without the welcome discount. */
  async newCustomer({
    name = 'Nuria Valdés',
    phone = this.newPhone(),
    email,
    tag = 'BONO_TARJETA',
    visits = 0,
  }: Given = {}): Promise<Customer> {
    const body = { name, phone, tag, ...(email && { email }) }
    const customer = await this.#asAdmin<Customer>('POST', '/customers', body)
    await this.stamp(customer.id, visits)
    return customer
  }

  /** A child of a customer, five years old on whichever day of this year. */
  newChild(guardianId: string, name: string): Promise<Customer> {
    const body = { name, birthday: fiveYearsOld(), guardianConsent: true }
    return this.#asAdmin('POST', `/customers/${guardianId}/children`, body)
  }

  /** A customer as the public form makes them: with the welcome discount. */
  newcomer({ name = 'Nuria Valdés' }: Given = {}): Promise<Customer> {
    return this.#call('POST', '/public/customers/register', {
      businessId: businesses.demo,
      name,
      phone: this.newPhone(),
      whatsappOptIn: true,
      emailOptIn: true,
      smsOptIn: false,
      acceptedPrivacy: true,
      acceptedPromotions: true,
    })
  }

  /** Puts stamps of today onto the card. */
  async stamp(customerId: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      await this.#asAdmin('POST', `/customers/${customerId}/visits`, { authorized: true })
    }
  }

  async visitsOf(customerId: string): Promise<number> {
    const { total } = await this.#asAdmin<{ total: number }>('GET', `/customers/${customerId}/visits`)
    return total
  }

  /** The rewards that wait to be redeemed, oldest first. */
  async owedTo(customerId: string): Promise<Owed[]> {
    const { rewards } = await this.#asAdmin<{ rewards: Owed[] }>('GET', `/customers/${customerId}/progress`)
    return rewards
  }

  async redeem(customerId: string, rewardId: string): Promise<void> {
    await this.#asAdmin('POST', `/customers/${customerId}/rewards/${rewardId}/redeem`)
  }

  /** Where a browser becomes a named device, once and within ten minutes: the owner has just added it. */
  async newDevice(name: string): Promise<string> {
    const { url } = await this.as<{ url: string }>('owner', 'POST', '/devices', { name })
    return url
  }

  /** The customers whom a search finds. */
  async search(text: string): Promise<Customer[]> {
    const { items } = await this.#asAdmin<{ items: Customer[] }>(
      'GET',
      `/customers?q=${encodeURIComponent(text)}`,
    )
    return items
  }

  /** The picture of a customer's code, as the server draws it. */
  async qrPicture(customerId: string): Promise<Buffer> {
    const answer = await fetch(`${this.#url}/api/public/customers/${customerId}/qr.png`)
    if (!answer.ok) throw new Error(`the picture of ${customerId} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  /** Signs in as one of the demo accounts; each does so once. */
  session(account: Account): Promise<SignedIn> {
    const email = accounts[account]
    const session = this.#sessions.get(email) ?? this.signIn(email, password)
    this.#sessions.set(email, session)
    return session
  }

  /** The same for a test that ends its session, which others must not share. */
  ownSession(account: Account): Promise<SignedIn> {
    return this.signIn(accounts[account], password)
  }

  signIn(email: string, withPassword: string): Promise<SignedIn> {
    return this.#call('POST', '/auth/login', { email, password: withPassword })
  }

  /** A barber of one test alone, whose password may be changed. */
  async newBarber(): Promise<{ id: string; email: string; password: string }> {
    const hired = await this.hiredBarber()
    const password = 'Navaja-2026'
    await this.changePassword(await this.signIn(hired.email, hired.password), hired.password, password)
    return { ...hired, password }
  }

  /** The same with the temporary password that the owner has given. */
  async hiredBarber(): Promise<{ id: string; email: string; password: string }> {
    const barber = { email: `barber${++this.#count}@demo.test`, password: 'Tijera-2026' }
    const { id } = await this.as<{ id: string }>('owner', 'POST', '/users', { ...barber, role: 'BARBER' })
    return { id, ...barber }
  }

  async changePassword({ token }: SignedIn, currentPassword: string, newPassword: string): Promise<void> {
    await this.#call('POST', '/auth/change-password', { currentPassword, newPassword }, token)
  }

  /** Asks the server what the screens may not know, as one of the demo accounts. */
  async as<Answer>(account: Account, method: string, path: string, body?: object): Promise<Answer> {
    const { token } = await this.session(account)
    return this.#call(method, path, body, token)
  }

  #asAdmin<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return this.as('admin', method, path, body)
  }

  async #call<Answer>(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    const request: RequestInit = {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body ? JSON.stringify(body) : null,
    }
    const answer = await askPatiently(`${this.#url}/api${path}`, request)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

/** How long an answer may take on the busiest machine. */
const patience = 60_000

/**
 * Asks again, as the app does, where a server says that it is too busy, and where it says nothing for so long, which the
 * run then shows; what it has done already it does not repeat.
 */
async function askPatiently(url: string, request: RequestInit): Promise<Response> {
  for (let again = 3; ; again--) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patience) }).catch((cause) => {
      if (again === 0 || cause.name !== 'TimeoutError')
        throw new Error(`${request.method} ${url} was not answered`, { cause })
      process.stdout.write(
        `${new Date().toISOString()} ${request.method} ${url} is not answered: once more\n`,
      )
    })
    if (answer && (answer.status !== 503 || again === 0)) return answer
    await sleep(1_000)
  }
}
