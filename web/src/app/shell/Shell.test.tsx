import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { session, useSignedIn } from '@/api'
import type { Role } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { BottomBar } from './BottomBar'
import { Footer } from './Footer'
import { TopBar } from './TopBar'

const pathOf = (link: HTMLElement) => link.getAttribute('href')
const links = (within: HTMLElement[]) => within.map((link) => [link.textContent, pathOf(link)])

test.each<[Role, string[][]]>([
  [
    'OWNER',
    [
      ['Ir a mi panel', '/app'],
      ['Administración', '/app/admin'],
      ['Mi cuenta', '/app/account'],
      ['Cerrar sesión', '/logout'],
    ],
  ],
  [
    'BARBER',
    [
      ['Ir a mi panel', '/app'],
      ['Mi cuenta', '/app/account'],
      ['Cerrar sesión', '/logout'],
    ],
  ],
])('the menu of %s', async (role, expected) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await renderScreen(<TopBar />, role)
  await userEvent.click(screen.getByRole('button', { name: 'Menú de usuario: Ana López' }))
  const items = screen.getAllByRole('menuitem').filter((item) => item.hasAttribute('href'))
  expect(links(items)).toEqual(expected)
})

test('the tabs', async () => {
  await renderScreen(<TopBar />)
  const tabs = [...screen.getByRole('navigation', { name: 'Secciones' }).querySelectorAll('a')]
  expect(links(tabs)).toEqual([
    ['Clientes', '/app/customers/list'],
    ['Staff', '/staff/checkin'],
    ['Admin', '/app/admin'],
  ])
})

describe('to a barber Admin is there, out of reach', () => {
  const hint = 'Solo ADMIN/OWNER/SUPERADMIN'

  test('as a tab, whose hint comes with the focus or a press and goes with Escape', async () => {
    await renderScreen(<TopBar />, 'BARBER')
    const admin = screen.getByRole('button', { name: 'Admin' })
    expect(admin).toHaveAttribute('aria-disabled', 'true')
    expect(admin).toHaveAccessibleDescription(hint)
    expect(screen.getByText(hint)).not.toBeVisible()
    act(() => admin.focus())
    expect(screen.getByRole('tooltip')).toHaveTextContent(hint)
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText(hint)).not.toBeVisible()
    await userEvent.click(admin)
    expect(screen.getByText(hint)).toBeVisible()
  })

  test('on a telephone as an entry of the menu with its hint, beside the way to Staff', async () => {
    await renderScreen(<Bar />, 'BARBER')
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(pathOf(screen.getByRole('menuitem', { name: 'Staff' }))).toBe('/staff/checkin')
    const admin = screen.getByRole('menuitem', { name: `Admin ${hint}` })
    expect(admin).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(admin).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(admin).toBeVisible()
  })
})

test('an administrator finds the three sections on a telephone too', async () => {
  await renderScreen(<Bar />, 'ADMIN')
  const shown = [...screen.getByRole('navigation', { name: 'Secciones' }).querySelectorAll('a')]
  await userEvent.click(screen.getByRole('button', { name: 'Más' }))
  const behind = screen.getAllByRole('menuitem').slice(0, 2)
  expect(links([...shown, ...behind])).toEqual([
    ['Mostrador', '/staff/checkin'],
    ['Clientes', '/app/customers/list'],
    ['Staff', '/staff/checkin'],
    ['Admin', '/app/admin'],
  ])
})

function Bar() {
  return <BottomBar session={useSignedIn()} />
}

test('whoever is not signed in is offered to', async () => {
  await renderScreen(<TopBar />)
  act(() => session.end())
  expect(pathOf(screen.getByRole('link', { name: 'Iniciar sesión' }))).toBe('/login')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the foot leads to the legal pages', async () => {
  await renderScreen(<Footer />)
  expect(links([...screen.getByRole('navigation').querySelectorAll('a')])).toEqual([
    ['Privacidad', '/legal/privacidad?bid=b1'],
    ['Aviso legal', '/legal/aviso?bid=b1'],
    ['Cookies', '/legal/cookies?bid=b1'],
  ])
})
