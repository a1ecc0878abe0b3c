import { Link } from '@tanstack/react-router'
import { Download, Ellipsis, MessageCircle, MessagesSquare, Pause, Pencil, Play } from 'lucide-react'
import { useExportBusiness } from '@/acts/staff/businesses'
import type { ListedBusiness } from '@/api/types'
import { IconButton } from '@/kit/IconButton'
import { Menu } from '@/kit/menu/Menu'
import { MenuItem, MenuLinkItem, MenuSeparator } from '@/kit/menu/MenuItem'
import { texts } from './texts'

export interface Question {
  act: 'poster' | 'rename' | 'sending' | 'status'
  business: ListedBusiness
}

interface BusinessMenuProps {
  business: ListedBusiness
  onAsk: (question: Question) => void
}

export function BusinessMenu({ business, onAsk }: BusinessMenuProps) {
  const { name, status } = business
  const copy = useExportBusiness(business)
  const active = status === 'ACTIVE'
  const Switch = active ? Pause : Play
  return (
    <Menu trigger={<IconButton label={texts.moreOf(name)} icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem onSelect={() => onAsk({ act: 'rename', business })}>
        <Pencil aria-hidden="true" className="size-5" />
        {texts.rename.action}
      </MenuItem>
      <MenuItem disabled={!business.whatsApp} onSelect={() => onAsk({ act: 'sending', business })}>
        <MessageCircle aria-hidden="true" className="size-5" />
        {texts.sending.action}
      </MenuItem>
      <MenuLinkItem>
        <Link to="/cpanel/mensajes" search={{ business: business.id }} preload={false}>
          <MessagesSquare aria-hidden="true" className="size-5" />
          {texts.seeMessages}
        </Link>
      </MenuLinkItem>
      <MenuItem disabled={copy.isPending} onSelect={() => copy.mutate()}>
        <Download aria-hidden="true" className="size-5" />
        {texts.copyOfData}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onAsk({ act: 'status', business })}>
        <Switch aria-hidden="true" className="size-5" />
        {active ? texts.suspend.action : texts.reactivate.action}
      </MenuItem>
    </Menu>
  )
}
