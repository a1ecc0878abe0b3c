import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { MenuLinkItem } from '@/kit/menu/MenuItem'

interface MenuLinkProps {
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  children: string
}

export function MenuLink({ to, icon: Icon, children }: MenuLinkProps) {
  return (
    <MenuLinkItem>
      <Link to={to}>
        <Icon aria-hidden="true" className="size-5" />
        {children}
      </Link>
    </MenuLinkItem>
  )
}
