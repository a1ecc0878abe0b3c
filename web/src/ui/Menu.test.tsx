import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DropdownMenu } from 'radix-ui'
import { beforeEach, expect, test, vi } from 'vitest'
import { LatePart } from './latePart'
import { Menu, MenuItem, menuParts } from './Menu'
import { Toaster } from './Toaster'

/** What menus are made of, as it comes from the server. */
let file: { come: () => void; fail: () => void }
const load = vi.fn<() => Promise<typeof DropdownMenu>>()

beforeEach(() => {
  const parts = menuParts.get() as typeof DropdownMenu
  load.mockReset().mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        file = { come: () => resolve(parts), fail: () => reject(new TypeError('no network')) }
      }),
  )
  const late = new LatePart(load)
  for (const name of ['get', 'watch', 'load'] as const)
    vi.spyOn(menuParts, name).mockImplementation(late[name] as never)
  render(
    <>
      <Menu trigger={<button type="button">Más</button>}>
        <MenuItem>Cambiar el nombre</MenuItem>
        <MenuItem onSelect={focusMainWhenGone}>Ir a otra pantalla</MenuItem>
      </Menu>
      <main tabIndex={-1} />
      <Toaster />
    </>,
  )
})

/** What a screen does that is rendered as the menu goes, before that gives the focus back. */
function focusMainWhenGone() {
  const watch = new MutationObserver(() => {
    if (screen.queryByRole('menu')) return
    watch.disconnect()
    screen.getByRole('main').focus()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

const button = () => screen.getByRole('button', { name: 'Más' })
const item = () => screen.findByRole('menuitem', { name: 'Cambiar el nombre' })

test('a press before the menu has come unfolds it once it comes', async () => {
  expect(button()).toHaveAttribute('aria-haspopup', 'menu')
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button())
  await userEvent.click(button())
  expect(load).toHaveBeenCalledOnce()
  file.come()
  expect(await item()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button()).toHaveFocus())
})

test('so does a key', async () => {
  button().focus()
  await userEvent.keyboard('{ArrowDown}')
  file.come()
  expect(await item()).toBeVisible()
})

test('a screen that has taken the focus keeps it when the menu is gone', async () => {
  await userEvent.click(button())
  file.come()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Ir a otra pantalla' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await new Promise((resolve) => setTimeout(resolve)) // in which the menu would give the focus back
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a menu that does not come says so, and the next press asks for it again', async () => {
  await userEvent.click(button())
  file.fail()
  expect(await screen.findByText(/^No se pudo abrir el menú/)).toBeVisible()
  await userEvent.click(button())
  expect(load).toHaveBeenCalledTimes(2)
  file.come()
  expect(await item()).toBeVisible()
})

test('when the menu comes unasked it stays folded, and the button keeps the focus', async () => {
  button().focus()
  void menuParts.load()
  const before = button()
  file.come()
  await waitFor(() => expect(button()).not.toBe(before))
  expect(button()).toHaveFocus()
  expect(button()).toHaveAttribute('aria-expanded', 'false')
})
