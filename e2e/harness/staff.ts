import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

export function panel(page: Page, heading: string): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

export function row(page: Page, words: string): Locator {
  return page.locator('tr', { hasText: words })
}

export function fact(within: Locator, name: string): Locator {
  return within.locator('div', { has: within.page().getByText(name, { exact: true }) }).locator('dd')
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

export function toast(page: Page, words: string): Locator {
  return page.locator('[data-sonner-toast]', { hasText: words })
}

/** Records toasts, which may vanish before a test on a busy machine sees them. */
export function rememberToasts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const messages: string[] = []
    const remember = (added: Node) => {
      if (!(added instanceof Element)) return
      const toasts = added.matches('[data-sonner-toast]')
        ? [added]
        : added.querySelectorAll('[data-sonner-toast]')
      for (const { textContent } of toasts) messages.push(textContent ?? '')
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(remember)
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { said: messages })
  })
}

export async function expectAnnounced(page: Page, words: string, timeout?: number): Promise<void> {
  const wasSaid = () =>
    page.evaluate((wanted) => {
      const { said } = window as unknown as { said: string[] }
      const index = said.findIndex((message) => message.includes(wanted))
      if (index >= 0) said.splice(index, 1)
      return index >= 0
    }, words)
  await expect
    .poll(wasSaid, { message: `the short message «${words}»`, ...(timeout && { timeout }) })
    .toBe(true)
}

export function sections(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Secciones' })
}

export function userMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Menú de usuario/ })
}

export function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('axioma.session'))
}

export class Tools {
  readonly page: Page
  readonly phone: Locator
  readonly notes: Locator
  readonly add: Locator
  readonly answer: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    const visit = panel(page, 'Añadir una visita por teléfono')
    this.phone = visit.getByLabel('Teléfono del cliente')
    this.notes = visit.getByLabel('Notas')
    this.add = visit.locator('button[type=submit]')
    this.answer = visit.getByRole('status')
    this.search = page.getByLabel('Buscar clientes')
  }

  async open(): Promise<this> {
    await this.page.goto('/app/admin')
    await expect(this.phone).toBeVisible()
    return this
  }

  async expectFound(name: string, isFound = true): Promise<void> {
    await this.search.fill(name)
    if (isFound) await expect(row(this.page, name)).toBeVisible()
    else await expect(this.page.getByText('Ningún cliente coincide')).toBeVisible()
  }

  resend(name: string): Locator {
    return button(this.page, `Reenviar QR a ${name}`)
  }
}

export class Team {
  readonly page: Page
  readonly email: Locator
  readonly name: Locator
  readonly password: Locator
  readonly role: Locator
  readonly create: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.email = page.getByLabel('Correo electrónico')
    this.name = page.getByLabel('Nombre')
    this.password = page.getByLabel('Contraseña', { exact: true })
    this.role = page.getByLabel('Rol')
    this.create = page.locator('button[type=submit]')
    this.dialog = page.getByRole('dialog')
  }

  async open(): Promise<this> {
    await this.page.goto('/app/users')
    await expect(this.page.getByRole('table', { name: 'Personas del equipo' })).toBeVisible()
    await expect(this.page.locator('table[aria-busy]')).toHaveCount(0)
    return this
  }

  async startCreating(): Promise<void> {
    await button(this.page, 'Crear con contraseña').click()
  }

  reset(who: string): Locator {
    return button(this.page, `Restablecer contraseña de ${who}`)
  }

  disable(who: string): Locator {
    return button(this.page, `Desactivar a ${who}`)
  }

  enable(who: string): Locator {
    return button(this.page, `Activar a ${who}`)
  }
}

export class Account {
  readonly page: Page
  readonly current: Locator
  readonly next: Locator
  readonly repeated: Locator
  readonly submit: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.locator('form')
    this.current = page.getByLabel('Contraseña actual')
    this.next = page.getByLabel('Contraseña nueva', { exact: true })
    this.repeated = page.getByLabel('Repite la contraseña nueva')
    this.submit = this.form.locator('button[type=submit]')
  }

  async open(): Promise<this> {
    await this.page.goto('/app/account')
    await expect(this.current).toBeVisible()
    return this
  }

  async fillIn(current: string, next: string, repeated = next): Promise<void> {
    await this.current.fill(current)
    await this.next.fill(next)
    await this.repeated.fill(repeated)
  }
}

export class Settings {
  readonly page: Page
  readonly name: Locator
  readonly target: Locator
  readonly welcome: Locator
  readonly birthdays: Locator
  readonly quietFrom: Locator
  readonly messages: Locator
  readonly save: Locator
  readonly card: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.name = page.getByLabel('Nombre')
    this.target = page.getByLabel('Visitas hasta el servicio gratis', { exact: true })
    this.welcome = page.getByLabel('Qué es, en tus palabras')
    this.birthdays = page.getByLabel('Felicitar el cumpleaños')
    this.quietFrom = page.getByLabel('Sin mensajes desde las')
    this.messages = panel(page, 'Mensajes a tus clientes')
    this.save = page.locator('form button[type=submit]')
    this.card = page.getByRole('complementary').getByRole('img')
    this.dialog = page.getByRole('dialog', { name: 'Cambiar lo que da la tarjeta' })
  }

  async open(section: 'negocio' | 'tarjeta' | 'local' | 'mensajes' | 'legal' = 'tarjeta'): Promise<this> {
    await this.page.goto(`/app/settings?seccion=${section}`)
    await expect(this.save).toBeVisible()
    return this
  }

  async go(name: string): Promise<void> {
    const all = this.page.getByRole('link', { name: 'Todos los ajustes' })
    if (await all.isVisible()) await all.click()
    await this.page.getByRole('navigation', { name: 'Apartados de los ajustes' }).getByText(name).click()
  }
}

export class Businesses {
  readonly page: Page
  readonly search: Locator
  readonly create: Locator
  readonly dialog: Locator
  readonly acting: Locator

  constructor(page: Page) {
    this.page = page
    this.search = page.getByLabel('Buscar negocios')
    this.create = button(page, 'Crear negocio')
    this.dialog = page.getByRole('dialog')
    this.acting = page.getByRole('complementary', { name: 'Negocio elegido' })
  }

  async open(): Promise<this> {
    await this.page.goto('/cpanel')
    await expect(this.page.locator('table[aria-busy]')).toHaveCount(0)
    await expect(row(this.page, 'Barbería Norte')).toBeVisible()
    return this
  }

  async pick(business: string, act: string): Promise<void> {
    await button(this.page, `Más acciones de ${business}`).click()
    await this.page.getByRole('menuitem', { name: act }).click()
  }

  async add(name: string, email: string): Promise<string> {
    await this.ask(name, email)
    return await this.password()
  }

  async ask(name: string, email: string): Promise<void> {
    await this.create.click()
    await this.dialog.getByLabel('Nombre del negocio').fill(name)
    await this.dialog.getByLabel('Correo del propietario').fill(email)
    await this.dialog.locator('button[type=submit]').click()
  }

  async password(): Promise<string> {
    const password = this.dialog.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    await expect(password).toBeVisible()
    return (await password.textContent()) ?? ''
  }
}
