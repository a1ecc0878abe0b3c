import { expect, type Locator, type Page } from '@playwright/test'
import { button, panel } from './staff.ts'

export class CustomerList {
  readonly page: Page
  readonly search: Locator
  readonly clear: Locator
  readonly count: Locator
  readonly names: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.search = page.getByLabel('Buscar por nombre, teléfono, correo, ID o bono')
    this.clear = button(page.getByRole('search'), 'Limpiar')
    this.count = page.getByRole('main').getByRole('status').first()
    this.names = page.locator('a[data-row-link]')
    this.dialog = page.getByRole('dialog')
  }

  async open(q = ''): Promise<this> {
    await this.page.goto(`/app/customers/list${q && `?q=${encodeURIComponent(q)}`}`)
    await expect(this.search).toBeVisible()
    return this
  }

  copyId(name: string): Locator {
    return button(this.page, `Copiar el ID de ${name}`)
  }

  showQr(name: string): Locator {
    return button(this.page, `Ver el QR de ${name}`)
  }
}

export class NewCustomer {
  readonly page: Page
  readonly form: Locator
  readonly name: Locator
  readonly prefix: Locator
  readonly phone: Locator
  readonly birthday: Locator
  readonly tag: Locator
  readonly create: Locator
  readonly qr: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.locator('form')
    this.name = page.getByLabel('Nombre completo')
    this.prefix = page.getByLabel('Prefijo del país')
    this.phone = page.getByLabel('Teléfono (WhatsApp)')
    this.birthday = page.getByLabel('Fecha de nacimiento')
    this.tag = page.getByLabel('Tipo de bono')
    this.create = this.form.locator('button[type=submit]').first()
    this.qr = panel(page, 'QR del cliente')
  }

  async open(): Promise<this> {
    await this.page.goto('/app/customers/new')
    await expect(this.name).toBeVisible()
    return this
  }

  async fillIn(name: string, phone: string, tag = 'BONO_TARJETA'): Promise<void> {
    await this.name.fill(name)
    await this.phone.fill(phone)
    await this.tag.selectOption(tag)
  }
}

export class CustomerRecord {
  readonly page: Page
  readonly id: string
  readonly head: Locator
  readonly acts: Locator
  readonly card: Locator
  readonly stamps: Locator
  readonly data: Locator
  readonly edit: EditForm
  readonly qr: Locator
  readonly history: Locator
  readonly month: Locator
  readonly visits: Locator
  readonly tabs: Locator
  readonly remove: Locator
  readonly merging: Locator
  readonly consents: Locator
  readonly dialog: Locator

  constructor(page: Page, id: string) {
    this.page = page
    this.id = id
    this.head = page.getByRole('main').locator('header', { has: page.getByRole('heading', { level: 1 }) })
    this.acts = page.getByRole('group', { name: 'Acciones de la ficha' })
    this.card = panel(page, 'Tarjeta de sellos')
    this.stamps = this.card.getByRole('img')
    this.data = panel(page, 'Datos')
    this.edit = new EditForm(panel(page, 'Editar datos'))
    this.qr = panel(page, 'QR del cliente')
    this.history = panel(page, 'Historial de visitas')
    this.month = this.history.getByLabel('Mes')
    this.visits = this.history.locator('tbody tr')
    this.tabs = page.getByRole('navigation', { name: 'Más de la ficha' })
    this.remove = button(page, 'Eliminar')
    this.merging = panel(page, 'Fichas repetidas')
    this.consents = panel(page, 'Consentimientos')
    this.dialog = page.getByRole('dialog')
  }

  async open(tab?: 'familia' | 'mensajes' | 'consentimientos' | 'repetidas'): Promise<this> {
    await this.page.goto(`/app/customers/${this.id}${tab ? `?apartado=${tab}` : ''}`)
    await expect(this.head).toBeVisible()
    return this
  }

  async change(): Promise<EditForm> {
    await button(this.data, 'Editar').click()
    await expect(this.edit.name).toBeVisible()
    return this.edit
  }

  async authorize(): Promise<void> {
    await button(this.card, 'Registrar otra visita hoy').click()
    await button(this.dialog, 'Sí, registrarla').click()
  }

  owed(headline: '50 %' | 'GRATIS' | 'Descuento de bienvenida'): Locator {
    return this.card.getByRole('region', { name: headline })
  }

  removals(): Locator {
    return this.history.getByRole('button', { name: /^Eliminar la visita de/ })
  }
}

class EditForm {
  readonly form: Locator
  readonly name: Locator
  readonly prefix: Locator
  readonly phone: Locator
  readonly email: Locator
  readonly birthday: Locator
  readonly bonus: Locator
  readonly tag: Locator
  readonly notes: Locator
  readonly save: Locator

  constructor(form: Locator) {
    this.form = form
    this.name = form.getByLabel('Nombre')
    this.prefix = form.getByLabel('Prefijo del país')
    this.phone = form.getByLabel('Teléfono')
    this.email = form.getByLabel('Correo')
    this.birthday = form.getByLabel('Fecha de nacimiento')
    this.bonus = form.getByRole('checkbox', { name: 'Bono' })
    this.tag = form.getByLabel('Tipo de bono')
    this.notes = form.getByLabel('Notas')
    this.save = form.locator('button[type=submit]')
  }
}

export async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const printCounter = window as Window & { prints?: number }
    window.print = () => {
      printCounter.prints = (printCounter.prints ?? 0) + 1
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  return () => page.evaluate(() => (window as Window & { prints?: number }).prints ?? 0)
}
