import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { Role } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
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
