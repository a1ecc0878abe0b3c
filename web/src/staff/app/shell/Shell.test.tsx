import { act, fireEvent, screen } from '@testing-library/react'
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

const adminLevel = ['ADMIN', 'OWNER', 'SUPERADMIN'] as const

test.each<[Role, string, boolean]>([
  ['SUPERADMIN', '/cpanel', true],
  ['OWNER', '/app', true],
  ['ADMIN', '/app', true],
  ['BARBER', '/app', false],
])('the menu of %s', async (role, panel, administers) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await renderScreen(<TopBar />, role)
  await userEvent.click(screen.getByRole('button', { name: 'Menú de usuario: Ana López' }))
  const items = screen.getAllByRole('menuitem').filter((item) => item.hasAttribute('href'))
  expect(links(items)).toEqual([
    ['Ir a mi panel', panel],
    ...(administers ? [['Administración', '/app/admin']] : []),
    ['Mi cuenta', '/app/account'],
    ['Cerrar sesión', '/logout'],
  ])
})

test.each(adminLevel)('the tabs of %s', async (role) => {
  await renderScreen(<TopBar />, role)
  const tabs = [...screen.getByRole('navigation', { name: 'Secciones' }).querySelectorAll('a')]
  expect(links(tabs)).toEqual([
    ['Clientes', '/app/customers/list'],
    ['Staff', '/staff/checkin'],
    ['Admin', '/app/admin'],
  ])
})

describe('to a barber Admin is there, out of reach', () => {
  const hint = 'Solo ADMIN/OWNER/SUPERADMIN'
  const lockIn = (admin: HTMLElement) => admin.querySelector('.lucide-lock-keyhole')

  test('as a tab, whose hint comes with pointer, focus or press and goes with them or with Escape', async () => {
    await renderScreen(<TopBar />, 'BARBER')
    const admin = screen.getByRole('button', { name: 'Admin' })
    expect(admin).toHaveAttribute('aria-disabled', 'true')
    expect(admin).toHaveAccessibleDescription(hint)
    expect(lockIn(admin)).not.toBeNull()
    const isHinted = () => screen.queryByRole('tooltip', { name: hint }) !== null
    expect(isHinted()).toBe(false)
    await userEvent.hover(admin)
    expect(isHinted(), 'with the pointer').toBe(true)
    await userEvent.unhover(admin)
    expect(isHinted(), 'without the pointer').toBe(false)
    act(() => admin.focus())
    expect(isHinted(), 'with the focus').toBe(true)
    act(() => admin.blur())
    expect(isHinted(), 'without the focus').toBe(false)
    act(() => admin.focus())
    await userEvent.keyboard('{Escape}')
    expect(isHinted(), 'after Escape').toBe(false)
    fireEvent.click(admin)
    expect(isHinted(), 'after a press').toBe(true)
  })

  test('on a telephone as an entry of the menu with its hint, beside the way to Staff', async () => {
    await renderScreen(<Bar />, 'BARBER')
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(pathOf(screen.getByRole('menuitem', { name: 'Staff' }))).toBe('/staff/checkin')
    const admin = screen.getByRole('menuitem', { name: `Admin ${hint}` })
    expect(admin).toHaveAttribute('aria-disabled', 'true')
    expect(lockIn(admin)).not.toBeNull()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(admin).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(admin).toBeVisible()
  })
})

test.each(adminLevel)('on a telephone too %s finds the three sections', async (role) => {
  await renderScreen(<Bar />, role)
  const shown = [...screen.getByRole('navigation', { name: 'Secciones' }).querySelectorAll('a')]
  await userEvent.click(screen.getByRole('button', { name: 'Más' }))
  const behind = screen.getAllByRole('menuitem').slice(0, role === 'SUPERADMIN' ? 3 : 2)
  expect(links([...shown, ...behind])).toEqual([
    ['Mostrador', '/staff/checkin'],
    ['Clientes', '/app/customers/list'],
    ...(role === 'SUPERADMIN' ? [['Panel de control', '/cpanel']] : []),
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
