import type { Locator, Page } from '@playwright/test'
import { tabTo } from '../harness/keyboard.ts'
import { delayRequests } from '../harness/requests.ts'
import { stopClock } from '../harness/shopTime.ts'
import { button, sections, storedSession, Tools, toast, userMenu } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const desk = { width: 1440, height: 900 }

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024

const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

/** shell/Shell.test.tsx checks where each link leads and which one is marked. */
const ways = [
  ['Panel', '/app'],
  ['Clientes', '/app/customers/list'],
  ['Familias', '/app/familias'],
  ['Importar clientes', '/app/importar'],
  ['Staff', '/staff/checkin'],
  ['¿Quién lo hizo?', '/app/informes/quien'],
  ['Equipo', '/app/users'],
  ['Dispositivos', '/app/devices'],
  ['Admin', '/app/admin'],
  ['Informes', '/app/reports/services'],
  ['Ajustes del negocio', '/app/settings'],
  ['Actividad', '/app/actividad'],
  ['Copia de tus datos', '/app/copia'],
  ['Mi cuenta', '/app/account'],
] as const

const opened = [ways[0], ways[6], ways[13]] as const

// Spec: shell-1
test('the navigation is at the bottom on a phone and at the side on a desk @sizes', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto('/app/account')
  const bar = sections(page)
  const heading = page.getByRole('heading', { level: 1 })
  if (isPhone(page)) {
    await expect(bar.getByRole('link')).toHaveText(['Mostrador', 'Clientes'])
    await bar.getByRole('link', { name: 'Mostrador' }).click()
    await expect(page).toHaveURL('/staff/checkin')
    await expect(heading).toHaveText('Mostrador')
    for (const [name, address] of opened) {
      // A screen that renders late takes the focus and closes the open menu.
      const left = (await heading.textContent()) ?? ''
      await button(bar, 'Más').click()
      await menuItem(page, name).click()
      await expect(page).toHaveURL(address)
      await expect.poll(() => heading.textContent()).not.toBe(left)
    }
    await button(bar, 'Más').click()
    await expect(menuItem(page, 'Mi cuenta')).toHaveAttribute('aria-current', 'page')
    return
  }
  for (const [name, address] of opened) {
    const link = bar.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(address)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(bar.locator('[aria-current]')).toHaveCount(1)
  }
  for (const [width, links] of [
    [1023, ['Mostrador', 'Clientes']],
    [1024, ways.map(([name]) => name)],
  ] as const) {
    await page.setViewportSize({ ...desk, width })
    await expect(bar.getByRole('link')).toHaveText([...links])
  }
  const name = bar.getByText('Familias')
  const room = async () => (await edges(name)).x - (await edges(bar)).width
  expect(await room(), 'names need room beside the icons').toBeGreaterThanOrEqual(0)
  await expect(name).not.toHaveClass(/rail-name-shown/)
  await bar.getByRole('link', { name: 'Familias' }).focus()
  await expect(name).toHaveClass(/rail-name-shown/)
  await page.setViewportSize({ ...desk, width: 1280 })
  await expect.poll(room, 'within the rail').toBeLessThan(0)
})

test('keys lead to a screen, to the search and to the list of keys', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/app/account')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Mi cuenta')
  // Longer than a USB reader's pause between two keys.
  const pause = () => page.waitForTimeout(350)
  const press = async (...keys: string[]) => {
    await pause()
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('g', 'f')
  await expect(page).toHaveURL('/app/familias')
  await press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('/gf?')
  await expect(page.getByRole('searchbox')).toHaveValue('/gf?')

  await page.getByRole('searchbox').blur()
  await press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(shortcuts).toBeVisible()
  await press('g', 'f')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await expect(page, 'keys must not work behind the dialog').toHaveURL(/\/app\/customers\/list/)
})

// Spec: shell-4, shell-5
test('the user menu opens, navigates, closes and signs out by keyboard alone', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, await shop.ownSession('owner'))
  await page.goto('/app/account')
  const menu = userMenu(page)
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(menuItem(page, 'Ir a mi panel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(menu).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(menuItem(page, 'Administración')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/admin')
  // The closing menu returns the focus, then the screen takes it. A key pressed between the two is pressed
  // again.
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, menu, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(menuItem(page, 'Cerrar sesión')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await expect.poll(() => storedSession(page)).toBeNull()
})

// Spec: shell-8, states-22, states-23, calls-37, limits-19
test('the app polls for a new version every minute, offers it and installs it', async ({ page }) => {
  await page.clock.install()
  let version = 'v1'
  await page.route('**/app-version.json?ts=*', (route) => route.fulfill({ json: { version } }))
  const stored = () => page.evaluate(() => localStorage.getItem('axioma.version'))
  await page.goto('/login')
  await expect.poll(stored).toBe('"v1"')
  const update = button(page, 'Actualizar')
  await expect(update).toHaveCount(0)

  version = 'v2'
  await stopClock(page)
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Hay una versión nueva de Axioma')).toBeInViewport({ ratio: 1 })
  await page.clock.resume()
  await page.evaluate(() => sessionStorage.setItem('same page', 'yes'))
  await update.click()
  await expect.poll(stored).toBe('"v2"')
  await expect(update).toHaveCount(0)
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
})

test('without a network the counter opens, and another screen reports it and opens later', async ({
  context,
  page,
  signIn,
}) => {
  // The screen that is left may report its own failed requests.
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await signIn(page, 'admin')
  const counter = page.waitForResponse(/CheckinScreen-.*\.js$/)
  await page.goto('/app/account')
  await (await counter).finished()
  await context.setOffline(true)
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Administración' }).click()
  await expect(alert('No se pudo abrir esta pantalla')).toBeVisible()
  await button(page, 'Reintentar').click()
  await expect(alert('El servidor sigue sin responder')).toBeVisible()
  await sections(page)
    .getByRole('link', { name: isPhone(page) ? 'Mostrador' : 'Staff' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Escanea o busca al cliente' })).toBeVisible()
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Administración' }).click()
  await expect(alert('No se pudo abrir esta pantalla')).toBeVisible()
  await context.setOffline(false)
  await button(page, 'Reintentar').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Herramientas del negocio' })).toBeVisible()
})

// Spec: routes-3, routes-30
test('a loading screen shows a spinner', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const releaseRequests = await delayRequests(page, /\/assets\/SettingsScreen-/)
  await page.goto('/app/settings')
  await expect(page.getByText('Cargando…')).toBeVisible()
  releaseRequests()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajustes del negocio')
})

// Spec: shell-7, limits-16, limits-17, limits-18
test('toasts stay clear of bar and field, are reached by Alt+T and dismissed by a swipe @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Maximiliano Fernández-Villaverde de la Encina y del Río' })
  await page.clock.install()
  await signIn(page, 'owner')
  const tools = await new Tools(page).open()
  await tools.phone.fill(customer.phone)
  await stopClock(page) // so that the toast stays
  await tools.notes.focus()
  const fieldBefore = await lowerEdge(tools.notes)
  await page.keyboard.press('Enter')
  const message = toast(page, customer.name)
  const afterAWhile = async () => {
    await page.clock.runFor(20)
    return message.isVisible()
  }
  await expect.poll(afterAWhile, 'the message appears').toBe(true)

  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const end = isPhone(page) ? height - 80 : height - 24
  await expect.poll(() => lowerEdge(message), 'the message stays where it arrived').toBe(end)
  const box = await edges(message)
  if (isPhone(page)) {
    expect(box).toMatchObject({ x: 16, width: width - 32 })
    expect(end).toBeLessThan((await edges(sections(page))).y)
  } else expect(box).toMatchObject({ x: width - 356 - 24, width: 356 })
  await expect(tools.notes).toBeFocused()
  const roomBelowField = async () => {
    await page.clock.runFor(20)
    return box.y - (await lowerEdge(tools.notes))
  }
  if (isPhone(page)) {
    expect(fieldBefore, 'the field is where the message appears').toBeGreaterThan(box.y)
    await expect.poll(roomBelowField).toBeGreaterThanOrEqual(0)
  }

  await page.keyboard.press('Alt+T')
  await expect(page.locator('[data-sonner-toaster]')).toBeFocused()
  await expect(message).toHaveAttribute('data-expanded', 'true')

  await swipe(page, message, 44)
  await expect(message, 'the message is at rest again').toHaveAttribute('data-swiping', 'false')
  await expect(message).toHaveAttribute('data-removed', 'false')
  await swipe(page, message, 45)
  await expect(message).toHaveAttribute('data-removed', 'true')
})

/** Swipes slowly, so that only the distance counts. The clock is stopped. */
async function swipe(page: Page, message: Locator, pixels: number): Promise<void> {
  const { x, y, height } = await edges(message)
  const pointer = await pointerOf(page)
  const [left, middle] = [Math.round(x + 40), Math.round(y + height / 2)]
  await pointer.down(left, middle)
  await page.clock.runFor(1000)
  // The first moves set the direction, later ones the distance.
  const pull = async () => {
    for (const way of [pixels - 20, pixels]) await pointer.move(left + way, middle)
    await page.clock.runFor(20)
    return message.evaluate((element) => element.style.getPropertyValue('--swipe-amount-x'))
  }
  await expect.poll(pull, 'the message follows the finger').toBe(`${pixels}px`)
  await pointer.up()
}

async function pointerOf(page: Page) {
  if (!isPhone(page)) {
    return {
      down: async (x: number, y: number) => {
        await page.mouse.move(x, y)
        await page.mouse.down()
      },
      move: (x: number, y: number) => page.mouse.move(x, y),
      up: () => page.mouse.up(),
    }
  }
  const device = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (x: number, y: number) => touch('touchStart', { x, y }),
    move: (x: number, y: number) => touch('touchMove', { x, y }),
    up: () => touch('touchEnd'),
  }
}

async function edges(element: Locator) {
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

async function lowerEdge(element: Locator): Promise<number> {
  const { y, height } = await edges(element)
  return y + height
}
