import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { session, useSignedIn } from '@/api'
import type { Role } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { BottomBar } from './BottomBar'
import { Footer } from './Footer'
import { SideRail } from './SideRail'
import { TopBar } from './TopBar'

const pathOf = (link: HTMLElement) => link.getAttribute('href')
const links = (within: HTMLElement[]) => within.map((link) => [link.textContent, pathOf(link)])

// Spec: shell-4
test.each<[Role, string, boolean]>([
  ['SUPERADMIN', '/cpanel', true],
  ['OWNER', '/app', true],
  ['ADMIN', '/app', true],
  ['BARBER', '/app', false],
])('the user menu has the links of the role %s', async (role, panel, administers) => {
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

const ofBarbers = {
  customers: [
    ['Clientes', '/app/customers/list'],
    ['Familias', '/app/familias'],
  ],
  counter: [
    ['Staff', '/staff/checkin'],
    ['¿Quién lo hizo?', '/app/informes/quien'],
  ],
  account: ['Mi cuenta', '/app/account'],
} as const
const ofAdmins = [
  ['Panel', '/app'],
  ...ofBarbers.customers,
  ...ofBarbers.counter,
  ['Equipo', '/app/users'],
  ['Admin', '/app/admin'],
  ['Informes', '/app/reports/services'],
  ofBarbers.account,
] as const
const ofOwners = [
  ...ofAdmins.slice(0, 3),
  ['Importar clientes', '/app/importar'],
  ...ofAdmins.slice(3, 6),
  ['Dispositivos', '/app/devices'],
  ...ofAdmins.slice(6, 8),
  ['Ajustes del negocio', '/app/settings'],
  ['Actividad', '/app/actividad'],
  ['Copia de tus datos', '/app/copia'],
  ofBarbers.account,
] as const
const items: [Role, readonly (readonly [string, string])[]][] = [
  ['BARBER', [...ofBarbers.customers, ...ofBarbers.counter, ofBarbers.account]],
  ['ADMIN', ofAdmins],
  ['OWNER', ofOwners],
  [
    'SUPERADMIN',
    [['Panel de control', '/cpanel'], ['Mensajes de WhatsApp', '/cpanel/mensajes'], ...ofOwners],
  ],
]

// Spec: shell-1
test.each(items)(
  'the side rail and «Más» lead %s to the same screens in the same order',
  async (role, ways) => {
    await renderScreen(<Navigation />, role)
    const [rail, bar] = screen.getAllByRole('navigation', { name: 'Secciones' })
    expect(links([...(rail?.querySelectorAll('a') ?? [])])).toEqual(ways)
    expect(links([...(bar?.querySelectorAll('a') ?? [])])).toEqual([
      ['Mostrador', '/staff/checkin'],
      ['Clientes', '/app/customers/list'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    const behind = screen.getAllByRole('menuitem').filter((item) => item.hasAttribute('href'))
    expect(links(behind)).toEqual([...ways, ['Cerrar sesión', '/logout']])
  },
)

test('an operator without a business sees the own screens and the tabs', async () => {
  await renderScreen(<Navigation />, 'SUPERADMIN')
  act(() => session.actOn(null))
  const [rail] = screen.getAllByRole('navigation', { name: 'Secciones' })
  expect([...(rail?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Panel de control',
    'Mensajes de WhatsApp',
    'Panel',
    'Clientes',
    'Staff',
    'Admin',
    'Mi cuenta',
  ])
})

describe('a barber sees Admin but cannot open it', () => {
  const hint = 'Solo ADMIN/OWNER/SUPERADMIN'
  const lockIn = (admin: HTMLElement) => admin.querySelector('.lucide-lock-keyhole')

  // Spec: shell-2
  test('the side rail shows the hint of Admin on hover, focus and press, and hides it on Escape', async () => {
    await renderScreen(<Navigation />, 'BARBER')
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

  // Spec: shell-2
  test('the menu «Más» shows Admin disabled, with its hint, below Staff', async () => {
    await renderScreen(<Bar />, 'BARBER')
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(pathOf(screen.getByRole('menuitem', { name: 'Staff' }))).toBe('/staff/checkin')
    const admin = screen.getByRole('menuitem', { name: `Admin ${hint}` })
    expect(admin).toHaveAttribute('aria-disabled', 'true')
    expect(lockIn(admin)).not.toBeNull()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(admin).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(admin).toBeVisible()
  })
})

// Spec: shell-1
test.each([
  ['/app', 'Panel', 'Más'],
  ['/app/customers/list', 'Clientes', 'Clientes'],
  ['/app/customers/new', 'Clientes', 'Clientes'],
  ['/app/customers/7', 'Clientes', 'Clientes'],
  ['/app/familias/7', 'Familias', 'Más'],
  ['/staff/checkin', 'Staff', 'Mostrador'],
  ['/app/staff/new', 'Equipo', 'Más'],
  ['/app/informes/debo', 'Informes', 'Más'],
  ['/app/informes/quien', '¿Quién lo hizo?', 'Más'],
  ['/app/settings', 'Ajustes del negocio', 'Más'],
])('%s marks %s in the side rail and %s in the bar of the phone', async (address, inRail, onBar) => {
  await renderScreen(<Navigation />, 'OWNER', address)
  const [rail, bar] = screen.getAllByRole('navigation', { name: 'Secciones' })
  const markedItems = (within?: HTMLElement) =>
    [...(within?.querySelectorAll('[aria-current]') ?? [])].map(({ textContent }) => textContent)
  expect(markedItems(rail)).toEqual([inRail])
  expect(markedItems(bar)).toEqual([onBar])
})

test('an item of the narrow rail shows its name on hover and focus, and hides it on Escape', async () => {
  await renderScreen(<Navigation />)
  const item = screen.getByRole('link', { name: 'Familias' })
  const name = item.querySelector('.rail-name')
  await userEvent.hover(item)
  expect(name, 'with the pointer').toHaveClass('rail-name-shown')
  await userEvent.unhover(item)
  expect(name, 'without it').not.toHaveClass('rail-name-shown')
  act(() => item.focus())
  expect(name, 'with the focus').toHaveClass('rail-name-shown')
  await userEvent.keyboard('{Escape}')
  expect(name, 'after Escape').not.toHaveClass('rail-name-shown')
})

function Bar() {
  return <BottomBar session={useSignedIn()} />
}

function Navigation() {
  return (
    <>
      <SideRail session={useSignedIn()} />
      <Bar />
    </>
  )
}

// Spec: shell-5
test('the top bar offers the sign-in without a session', async () => {
  await renderScreen(<TopBar />)
  act(() => session.end())
  expect(pathOf(screen.getByRole('link', { name: 'Iniciar sesión' }))).toBe('/login')
  expect(screen.queryByRole('navigation')).toBeNull()
})

// Spec: shell-6
test('the footer links to the legal pages', async () => {
  await renderScreen(<Footer />)
  expect(links([...screen.getByRole('navigation').querySelectorAll('a')])).toEqual([
    ['Privacidad', '/legal/privacidad?bid=b1'],
    ['Aviso legal', '/legal/aviso?bid=b1'],
    ['Cookies', '/legal/cookies?bid=b1'],
  ])
})
