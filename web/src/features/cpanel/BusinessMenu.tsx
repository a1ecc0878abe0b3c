import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Ellipsis, MessageCircle, MessagesSquare, Pause, Pencil, Play } from 'lucide-react'
import { exportBusiness } from '@/api/controlPanel'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { shortId } from '@/lib/ids'
import { saveFile } from '@/lib/saveFile'
import { IconButton } from '@/ui/IconButton'
import { Menu, MenuItem, MenuSeparator } from '@/ui/Menu'
import { notify } from '@/ui/notify'
import type { Question } from './BusinessTable'
import { texts } from './texts'

interface BusinessMenuProps {
  business: ListedBusiness
  onAsk: (question: Question) => void
}

/** What is done with a business now and then. */
export function BusinessMenu({ business, onAsk }: BusinessMenuProps) {
  const { name, status } = business
  const copy = useMutation({
    mutationFn: () => exportBusiness(business.id),
    onMutate: () => void notify.info(texts.copyOfData.preparing(name)),
    onSuccess: (content) => {
      saveFile(content, texts.copyOfData.file(shortId(business.id)))
      notify.success(texts.copyOfData.done(name))
    },
    onError: (error) => void notify.error(errorText(error, texts.copyOfData.failed)),
  })
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
      <MenuItem asChild>
        <Link to="/cpanel/mensajes" search={{ business: business.id }} preload={false}>
          <MessagesSquare aria-hidden="true" className="size-5" />
          {texts.seeMessages}
        </Link>
      </MenuItem>
      <MenuItem disabled={copy.isPending} onSelect={() => copy.mutate()}>
        <Download aria-hidden="true" className="size-5" />
        {texts.copyOfData.action}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onAsk({ act: 'status', business })}>
        <Switch aria-hidden="true" className="size-5" />
        {active ? texts.suspend.action : texts.reactivate.action}
      </MenuItem>
    </Menu>
  )
}
