import type { Page } from '@playwright/test'
import { fiveYearsOld } from './shopTime.ts'

export class OwnChildren {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Adds a child who is five years old today, on any day of the year. */
  async add(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Añadir a un hijo o una hija' }).click()
    await this.page.getByLabel('Nombre de tu hijo o hija').fill(name)
    await this.page.getByLabel('Fecha de nacimiento').fill(fiveYearsOld())
    await this.page.getByLabel('Soy su padre, madre o tutor y doy mi consentimiento').check()
    await this.page.getByRole('button', { name: 'Añadir', exact: true }).click()
  }
}
