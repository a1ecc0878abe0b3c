import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './Dialog'
import { LockedItem, Menu, MenuItem, MenuLabel, MenuLinkItem, MenuSeparator } from './Menu'

const onRename = vi.fn<() => void>()
const onCopy = vi.fn<() => void>()

beforeEach(() => {
  onRename.mockReset()
  onCopy.mockReset()
  render(
    <>
      <button type="button">Antes</button>
      <Menu trigger={<button type="button">Más</button>}>
        <MenuLabel>Barbería</MenuLabel>
        <MenuItem onSelect={onRename}>Cambiar el nombre</MenuItem>
        <MenuItem disabled onSelect={onCopy}>
          Copiar
        </MenuItem>
        <MenuLinkItem>
          <a href="#mensajes">Álbum de mensajes</a>
        </MenuLinkItem>
        <MenuSeparator />
        <LockedItem hint="Solo ADMIN">Cerrar</LockedItem>
      </Menu>
      <button type="button">Después</button>
    </>,
  )
})

const button = () => screen.getByRole('button', { name: 'Más' })
const menu = () => screen.queryByRole('menu')
const item = (name: string) => screen.getByRole('menuitem', { name })
const rename = () => item('Cambiar el nombre')
const link = () => item('Álbum de mensajes')
const locked = () => item('Cerrar Solo ADMIN')

test('a screen reader is told that there is a menu, whether it is open, and whose it is', async () => {
  expect(button()).toHaveAttribute('aria-haspopup', 'menu')
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button())
  expect(button()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('menu', { name: 'Más' })).toHaveAttribute(
    'id',
    button().getAttribute('aria-controls'),
  )
})

test('a pointer opens it with no item chosen, walks by moving, and closes it by the same button', async () => {
  await userEvent.click(button())
  expect(menu()).toHaveFocus()
  fireEvent.pointerMove(link(), { pointerType: 'mouse' })
  expect(link()).toHaveFocus()
  fireEvent.pointerLeave(menu() as HTMLElement, { pointerType: 'mouse' })
  expect(menu()).toHaveFocus()
  await userEvent.click(button())
  expect(menu()).toBeNull()
})

test.each([
  ['{Enter}', rename],
  [' ', rename],
  ['{ArrowDown}', rename],
  ['{ArrowUp}', locked],
])('the key %j opens it at an end', async (key, expected) => {
  button().focus()
  await userEvent.keyboard(key)
  expect(expected()).toHaveFocus()
})

test.each([
  ['{ArrowDown}', link],
  ['{ArrowDown}{ArrowDown}', locked],
  ['{ArrowDown}{ArrowDown}{ArrowDown}', rename],
  ['{ArrowUp}', locked],
  ['{End}', locked],
  ['{End}{Home}', rename],
  ['a', link],
  ['c', locked],
  ['cc', rename],
  ['ce', locked],
  ['ca', rename],
  ['x', rename],
])('from the first item %s leads past what is out of use', async (keys, expected) => {
  button().focus()
  await userEvent.keyboard(`{Enter}${keys}`)
  expect(expected()).toHaveFocus()
})

test.each([['{Enter}'], [' ']])(
  'the key %j does the act once, and the button has the focus again',
  async (key) => {
    button().focus()
    await userEvent.keyboard(`{Enter}${key}`)
    expect(onRename).toHaveBeenCalledOnce()
    expect(menu()).toBeNull()
    expect(button()).toHaveFocus()
  },
)

test('a press on an item does the act, on a link too', async () => {
  await userEvent.click(button())
  await userEvent.click(rename())
  expect(onRename).toHaveBeenCalledOnce()
  await userEvent.click(button())
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  link().addEventListener('click', followed)
  await userEvent.click(link())
  expect(followed).toHaveBeenCalledOnce()
  expect(menu()).toBeNull()
})

test('what is out of use or for others does nothing, and the menu stays', async () => {
  await userEvent.click(button())
  await userEvent.click(item('Copiar'))
  await userEvent.click(locked())
  await userEvent.keyboard('{Enter}')
  expect(onCopy).not.toHaveBeenCalled()
  expect(menu()).not.toBeNull()
})

test('Escape closes it and gives the focus back', async () => {
  button().focus()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(menu()).toBeNull()
  expect(button()).toHaveFocus()
})

test.each([
  ['{Tab}', 'Después'],
  ['{Shift>}{Tab}{/Shift}', 'Antes'],
])('%s closes it and goes on from the button', async (keys, name) => {
  button().focus()
  await userEvent.keyboard(`{Enter}${keys}`)
  expect(menu()).toBeNull()
  expect(screen.getByRole('button', { name })).toHaveFocus()
})

test('a press elsewhere closes it, and is one', async () => {
  await userEvent.click(button())
  const elsewhere = screen.getByRole('button', { name: 'Después' })
  await userEvent.click(elsewhere)
  expect(menu()).toBeNull()
  expect(elsewhere).toHaveFocus()
})

test('a question that an item asks is asked from the button, which the browser then gives the focus back to', async () => {
  const askedFrom: (Element | null)[] = []
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {
    askedFrom.push(document.activeElement)
  })
  render(<Asking />)
  const asking = screen.getByRole('button', { name: 'Opciones' })
  asking.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(askedFrom).toEqual([asking])
})

function Asking() {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Menu trigger={<button type="button">Opciones</button>}>
        <MenuItem onSelect={() => setAsked(true)}>Suspender</MenuItem>
      </Menu>
      <Dialog open={asked} onClose={() => setAsked(false)} title="¿Suspender?" />
    </>
  )
}

/** What stands where on a page of 300 by 600 pixels. */
function lay(buttonAt: Partial<DOMRect>, menuHeight: number, zero = { left: 0, top: 0 }) {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(224)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(menuHeight)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return (this.role === 'menu' ? zero : buttonAt) as DOMRect
  })
}

test.each([
  [
    'under its button, by whose end it ends',
    { top: 10, bottom: 54, right: 290 },
    {},
    { left: '66px', top: '60px' },
  ],
  [
    'above, where there is no room below',
    { top: 540, bottom: 584, right: 290 },
    {},
    { left: '66px', top: '234px' },
  ],
  ['inside the page', { top: 10, bottom: 54, right: 90 }, {}, { left: '8px', top: '60px' }],
  [
    'by its button within a box that stands for the page',
    { top: 10, bottom: 54, right: 290 },
    { left: 30, top: 40 },
    { left: '36px', top: '20px' },
  ],
])('unfolds %s', async (_, buttonAt, zero, expected) => {
  lay(buttonAt, 300, { left: 0, top: 0, ...zero })
  await userEvent.click(button())
  expect(menu()).toHaveStyle(expected)
})

test('follows its button, and is scrolled itself where it is too long', async () => {
  const at = { top: 10, bottom: 54, right: 290 }
  lay(at, 300)
  await userEvent.click(button())
  expect(menu()).toHaveStyle({ 'max-height': '532px' })
  Object.assign(at, { top: 0, bottom: 44 })
  fireEvent.scroll(menu() as HTMLElement)
  expect(menu()).toHaveStyle({ top: '60px' })
  fireEvent.scroll(document)
  expect(menu()).toHaveStyle({ top: '50px' })
})
