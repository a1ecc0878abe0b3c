import { expect, type Locator, type Page } from '@playwright/test'
import { businesses } from './accounts.ts'
import type { Shop } from './shop.ts'

export function codeOf(customerId: string): string {
  return JSON.stringify({ type: 'AXIOMA_CUSTOMER', customerId, businessId: businesses.demo })
}

/** Enrols the browser as a named device. */
export async function enrol(page: Page, shop: Shop, name = 'Tablet mostrador'): Promise<void> {
  await page.goto(await shop.newDevice(name))
  await page.getByRole('button', { name: 'Dar de alta este dispositivo' }).click()
  await expect(page.getByText(`Este dispositivo se llama «${name}»`)).toBeVisible()
}

export class Counter {
  readonly page: Page
  readonly box: Locator
  readonly panel: Locator
  readonly card: Locator
  readonly outbox: Locator
  readonly openCamera: Locator
  readonly closeCamera: Locator
  readonly picture: Locator

  constructor(page: Page) {
    this.page = page
    this.box = page.getByLabel('Escanea o busca al cliente')
    this.panel = page.locator('section[aria-busy]')
    this.card = this.panel.getByRole('img')
    this.outbox = page.getByRole('status', { name: 'Visitas de este dispositivo' })
    this.openCamera = page.getByRole('button', { name: 'Usar la cámara' })
    this.closeCamera = page.getByRole('button', { name: 'Cerrar la cámara' })
    this.picture = page.getByLabel('Imagen de la cámara')
  }

  async open(): Promise<this> {
    await this.page.goto('/staff/checkin')
    await expect(this.box).toBeFocused()
    return this
  }

  async read(content: string): Promise<void> {
    const keyboard = await this.page.context().newCDPSession(this.page)
    // Playwright waits after each typed key; a USB reader does not.
    await Promise.all(
      [...content].flatMap((key) => [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
      ]),
    )
    await keyboard.detach()
    await this.page.keyboard.press('Enter')
  }

  owed(headline: '50 %' | 'GRATIS' | 'Descuento de bienvenida'): Locator {
    return this.panel.getByRole('region', { name: headline })
  }

  async authorize(): Promise<void> {
    await this.button('Autorizar otra visita').click()
    await this.button('Sí, autorizar').click()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
