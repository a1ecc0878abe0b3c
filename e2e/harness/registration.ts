import type { Locator, Page } from '@playwright/test'
import { businesses } from './accounts.ts'

export class Registration {
  readonly page: Page
  readonly name: Locator
  readonly phone: Locator
  readonly email: Locator
  readonly birthday: Locator
  readonly privacy: Locator
  readonly create: Locator
  readonly done: Locator

  constructor(page: Page) {
    this.page = page
    this.name = page.getByLabel('Nombre y apellidos')
    this.phone = page.getByLabel('Teléfono (WhatsApp)')
    this.email = page.getByLabel('Correo electrónico')
    this.birthday = page.getByLabel('Fecha de nacimiento')
    this.privacy = page.getByLabel('He leído y acepto la')
    this.create = page.getByRole('button', { name: 'Crear mi cuenta' })
    this.done = page.getByRole('heading', { name: 'Registro completado' })
  }

  async open(): Promise<this> {
    await this.page.goto(`/public/register?bid=${businesses.demo}`)
    return this
  }

  async fillIn(name: string, phone: string): Promise<void> {
    await this.name.fill(name)
    await this.phone.fill(phone)
    await this.privacy.check()
  }

  qrOf(name: string): Locator {
    return this.page.getByRole('img', { name: `Código QR personal de ${name}` })
  }
}
