import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { accounts, businesses, password } from './accounts.ts'
import { fiveYearsOld } from './shopTime.ts'

export type Account = keyof typeof accounts

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
  qrUrl: string
}

export function qrIdOf({ qrUrl }: Pick<Customer, 'qrUrl'>): string {
  return qrUrl.split('/').at(-2) ?? ''
}

interface Given {
  phone?: string
  name?: string
  email?: string
  tag?: string
  /** Number of stamps; the last one is today's. */
  visits?: number
}

const limits = { ratePerMinute: 4800, dailyCap: 9000, monthlyCap: 9500 }

interface Owed {
  id: string
  kind: string
}

/** The demo business, called through the API to prepare data and check results. */
export class Shop {
  #url: string
  #sessions = new Map<string, { since: number; signedIn: Promise<SignedIn> }>()
  #count = 0

  constructor(url: string) {
    this.#url = url
  }

  /** Raises the limits of messages, which fast tests would exhaust. */
  async liftLimits(): Promise<void> {
    await this.as('superadmin', 'PATCH', `/cp/businesses/${businesses.demo}`, { whatsApp: limits })
  }

  newPhone(): string {
    const digits = String(680_000_000 + ++this.#count)
    return digits.replace(/^(\d{3})(\d{2})(\d{2})(\d{2})$/, '$1 $2 $3 $4')
  }

  newWord(): string {
    const word = this.newPhone()
      .replaceAll(' ', '')
      .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    return word.charAt(0).toUpperCase() + word.slice(1)
  }

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

  newChild(guardianId: string, name: string): Promise<Customer> {
    const body = { name, birthday: fiveYearsOld(), guardianConsent: true }
    return this.#asAdmin('POST', `/customers/${guardianId}/children`, body)
  }

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

  async stamp(customerId: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      await this.#asAdmin('POST', `/customers/${customerId}/visits`, { authorized: true })
    }
  }

  async visitsOf(customerId: string): Promise<number> {
    const { total } = await this.#asAdmin<{ total: number }>('GET', `/customers/${customerId}/visits`)
    return total
  }

  async owedTo(customerId: string): Promise<Owed[]> {
    const { rewards } = await this.#asAdmin<{ rewards: Owed[] }>('GET', `/customers/${customerId}/progress`)
    return rewards
  }

  async redeem(customerId: string, rewardId: string): Promise<void> {
    await this.#asAdmin('POST', `/customers/${customerId}/rewards/${rewardId}/redeem`)
  }

  async newDevice(name: string): Promise<string> {
    const { url } = await this.as<{ url: string }>('owner', 'POST', '/devices', { name })
    return url
  }

  async search(text: string): Promise<Customer[]> {
    const { items } = await this.#asAdmin<{ items: Customer[] }>(
      'GET',
      `/customers?q=${encodeURIComponent(text)}`,
    )
    return items
  }

  async qrPicture({ qrUrl }: Customer): Promise<Buffer> {
    const answer = await fetch(`${this.#url}${qrUrl}`)
    if (!answer.ok) throw new Error(`the picture ${qrUrl} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  /** Signs in again after `recent` milliseconds, because some acts need a recent sign-in. */
  session(account: Account): Promise<SignedIn> {
    const email = accounts[account]
    const known = this.#sessions.get(email)
    if (known && Date.now() - known.since < recent) return known.signedIn
    const signedIn = this.signIn(email, password)
    this.#sessions.set(email, { since: Date.now(), signedIn })
    return signedIn
  }

  /** A separate session, for tests that end it. */
  ownSession(account: Account): Promise<SignedIn> {
    return this.signIn(accounts[account], password)
  }

  signIn(email: string, withPassword: string): Promise<SignedIn> {
    return this.#call('POST', '/auth/login', { email, password: withPassword })
  }

  /** A barber for one test, which may change the password. */
  async newBarber(): Promise<{ id: string; email: string; password: string }> {
    const hired = await this.hiredBarber()
    const password = 'Navaja-2026'
    await this.changePassword(await this.signIn(hired.email, hired.password), hired.password, password)
    return { ...hired, password }
  }

  async hiredBarber(): Promise<{ id: string; email: string; password: string }> {
    const barber = { email: `barber${++this.#count}@demo.test`, password: 'Tijera-2026' }
    const { id } = await this.as<{ id: string }>('owner', 'POST', '/users', { ...barber, role: 'BARBER' })
    return { id, ...barber }
  }

  async changePassword({ token }: SignedIn, currentPassword: string, newPassword: string): Promise<void> {
    await this.#call('POST', '/auth/change-password', { currentPassword, newPassword }, token)
  }

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
    const answer = await requestWithRetries(`${this.#url}/api${path}`, request)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

/** Milliseconds. Less than half of what the server counts as recent, because tests may be slow. */
const recent = 120_000

/** Longest response time on a busy machine, in milliseconds. */
const patience = 60_000

/** Repeats a request without a response. Idempotency keys prevent duplicates. */
async function requestWithRetries(url: string, request: RequestInit): Promise<Response> {
  for (let retriesLeft = 3; ; retriesLeft--) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patience) }).catch((cause) => {
      if (retriesLeft === 0 || cause.name !== 'TimeoutError')
        throw new Error(`${request.method} ${url} was not answered`, { cause })
      process.stdout.write(
        `${new Date().toISOString()} ${request.method} ${url} is not answered: once more\n`,
      )
    })
    if (answer && (answer.status !== 503 || retriesLeft === 0)) return answer
    await sleep(1_000)
  }
}
