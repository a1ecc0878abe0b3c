import { ChevronDown, CircleUser, Keyboard, LayoutDashboard, LogOut, Moon, Settings, Sun } from 'lucide-react'
import { useState } from 'react'
import { isAdminLevel, type Session } from '@/api/session'
import { texts as roleWords } from '@/card/roles/texts'
import { Menu } from '@/kit/menu/Menu'
import { MenuItem, MenuLabel, MenuSeparator } from '@/kit/menu/MenuItem'
import { chooseTheme } from '@/lib/theme'
import { homePathOf } from '@/shared/login/returnPath'
import { shortcutDialog } from '../shortcuts/shortcutDialog'
import { texts, titles } from '../texts'
import { MenuLink } from './MenuLink'

export function UserMenu({ session }: { session: Session }) {
  const name = session.name ?? session.email
  return (
    <Menu
      trigger={
        <button type="button" className="flex min-h-target items-center gap-2 rounded-box px-2 hover:bg-well">
          <span className="sr-only">
            {texts.userMenu}: <span translate="no">{name}</span>
          </span>
          <span
            aria-hidden="true"
            translate="no"
            className="grid size-[2em] flex-none place-items-center rounded-full bg-enamel font-sign font-bold text-on-enamel uppercase"
          >
            {name.charAt(0)}
          </span>
          <span aria-hidden="true" translate="no" className="hidden max-w-48 truncate font-semibold sm:block">
            {name}
          </span>
          <ChevronDown aria-hidden="true" className="size-5 text-ink-soft" />
        </button>
      }
    >
      <MenuLabel>
        <span translate="no" className="block font-semibold text-ink">
          {name}
        </span>
        {roleWords.user[session.role]}
      </MenuLabel>
      <MenuSeparator />
      <MenuLink to={homePathOf(session.role)} icon={LayoutDashboard}>
        {texts.goToPanel}
      </MenuLink>
      {isAdminLevel(session.role) && (
        <MenuLink to="/app/admin" icon={Settings}>
          {texts.administration}
        </MenuLink>
      )}
      <MenuLink to="/app/account" icon={CircleUser}>
        {titles.account}
      </MenuLink>
      <ThemeItem />
      <MenuItem onSelect={shortcutDialog.open}>
        <Keyboard aria-hidden="true" className="size-5" />
        {texts.shortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuLink to="/logout" icon={LogOut}>
        {texts.signOut}
      </MenuLink>
    </Menu>
  )
}

function ThemeItem() {
  const [dark] = useState(isDark)
  const Icon = dark ? Sun : Moon
  return (
    <MenuItem onSelect={() => chooseTheme(dark ? 'light' : 'dark')}>
      <Icon aria-hidden="true" className="size-5" />
      {dark ? texts.theme.light : texts.theme.dark}
    </MenuItem>
  )
}

function isDark(): boolean {
  const theme = document.documentElement.dataset.theme
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
