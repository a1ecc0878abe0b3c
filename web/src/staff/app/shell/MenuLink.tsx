import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { MenuLinkItem } from '@/kit/menu/MenuItem'

interface MenuLinkProps {
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  isActive?: boolean
  children: string
}

export function MenuLink({ to, icon: Icon, isActive = false, children }: MenuLinkProps) {
  return (
    <MenuLinkItem>
      <Link to={to} activeOptions={{ exact: true }} aria-current={isActive || undefined}>
        <Icon aria-hidden="true" className="size-5" />
        {children}
      </Link>
    </MenuLinkItem>
  )
}
