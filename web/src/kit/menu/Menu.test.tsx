import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Menu } from './Menu'
import { LockedMenuItem, MenuItem, MenuLabel, MenuLinkItem, MenuSeparator } from './MenuItem'

const onSelect = vi.fn<(act: string) => void>()

beforeEach(() => {
  onSelect.mockReset()
  render(
    <>
      <Menu trigger={<button type="button">Más</button>}>
        <MenuLabel>Barbería Demo</MenuLabel>
        <MenuItem onSelect={() => onSelect('rename')}>Cambiar el nombre</MenuItem>
        <MenuItem disabled>Enviar</MenuItem>
        <LockedMenuItem hint="Solo administradores">Administración</LockedMenuItem>
        <MenuSeparator />
        <MenuLinkItem>
          <a href="#salir">Salir</a>
        </MenuLinkItem>
        <MenuItem onSelect={() => screen.getByRole('main').focus()}>Ir a otra pantalla</MenuItem>
      </Menu>
      <main tabIndex={-1} />
      <button type="button">Después</button>
    </>,
  )
})

const button = () => screen.getByRole('button', { name: 'Más' })
const menu = () => screen.queryByRole('menu', { name: 'Más' })
const item = (name: string | RegExp) => screen.getByRole('menuitem', { name })

test('the button announces a menu and toggles it', async () => {
  expect(button()).toHaveAttribute('aria-haspopup', 'menu')
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button())
  expect(button()).toHaveAttribute('aria-expanded', 'true')
  expect(button()).toHaveAttribute('aria-controls', menu()?.id)
  expect(menu()).toHaveFocus()
  await userEvent.click(button())
  expect(menu()).toBeNull()
})

test('an item acts once, and the focus returns to the button', async () => {
  await userEvent.click(button())
  await userEvent.click(item('Cambiar el nombre'))
  expect(onSelect.mock.calls).toEqual([['rename']])
  expect(menu()).toBeNull()
  expect(button()).toHaveFocus()
})

test('a screen that takes the focus keeps it after the menu closes', async () => {
  await userEvent.click(button())
  await userEvent.click(item('Ir a otra pantalla'))
  expect(menu()).toBeNull()
  expect(screen.getByRole('main')).toHaveFocus()
})

test('arrow keys open the menu at its first or last item and wrap around, skipping disabled items', async () => {
  button().focus()
  await userEvent.keyboard('{Enter}')
  expect(item('Cambiar el nombre')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(item(/^Administración/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(item('Ir a otra pantalla')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(item('Cambiar el nombre')).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(item('Ir a otra pantalla')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  expect(item('Cambiar el nombre')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(button()).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(item('Ir a otra pantalla')).toHaveFocus()
})

test('a letter focuses the next item that starts with it', async () => {
  button().focus()
  await userEvent.keyboard('{ArrowDown}s')
  expect(item('Salir')).toHaveFocus()
  await userEvent.keyboard('c')
  expect(item('Cambiar el nombre')).toHaveFocus()
})

test('the space bar follows a link and closes the menu', async () => {
  button().focus()
  await userEvent.keyboard('{ArrowDown}s ')
  expect(location.hash).toBe('#salir')
  expect(menu()).toBeNull()
  location.hash = ''
})

test('an item that the role may not use is focusable and does nothing', async () => {
  await userEvent.click(button())
  await userEvent.click(item(/^Administración/))
  expect(item(/^Administración/)).toHaveAttribute('aria-disabled', 'true')
  expect(menu()).toBeVisible()
  await userEvent.click(item('Enviar'))
  expect(menu()).toBeVisible()
})

test('Tab continues from the button, and a click outside closes without moving the focus', async () => {
  button().focus()
  await userEvent.keyboard('{ArrowDown}{Tab}')
  expect(menu()).toBeNull()
  expect(screen.getByRole('button', { name: 'Después' })).toHaveFocus()
  await userEvent.click(button())
  await userEvent.click(screen.getByRole('button', { name: 'Después' }))
  expect(menu()).toBeNull()
  expect(screen.getByRole('button', { name: 'Después' })).toHaveFocus()
})

test('the mouse highlights the item under it', async () => {
  await userEvent.click(button())
  await userEvent.hover(item('Salir'))
  expect(item('Salir')).toHaveFocus()
})
