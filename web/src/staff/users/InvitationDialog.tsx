import { useEffect, useRef } from 'react'
import { nameOf } from '@/acts/staff/users'
import type { InvitedUser } from '@/api/types'
import { MessageLink } from '@/card/MessageLink'
import { texts as roleWords } from '@/card/roles/texts'
import { Button } from '@/kit/Button'
import { CopyButton } from '@/kit/CopyButton'
import { Dialog } from '@/kit/Dialog'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { sayMoment } from '@/lib/dates'
import { inviteTexts as words } from './inviteTexts'

interface InvitationDialogProps {
  invitedUser: InvitedUser
  onClose: () => void
}

/** Shows the link once. A new link can be made at any time. */
export function InvitationDialog({ invitedUser, onClose }: InvitationDialogProps) {
  const { user, url, reach, businessName, expiresAt, mailed } = invitedUser
  const who = nameOf(user)
  // An earlier server sends no reach.
  const fault = reach && reach !== 'EVERYWHERE' ? reach : null
  const warning = useRef<HTMLDivElement>(null)
  // The focus is on the first button: on a phone it would scroll the warning out of sight.
  useEffect(() => {
    const dialog = warning.current?.closest('dialog')
    if (dialog) dialog.scrollTop = 0
  }, [])
  const message = words.message({
    name: user.name,
    business: businessName,
    role: roleWords.user[user.role].toLowerCase(),
    url,
  })
  return (
    <Dialog
      open
      once
      onClose={onClose}
      title={withNames(words.doneFor(who), who)}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {fault && (
        <div ref={warning}>
          <Notice tone="warning" title={words.warnings[fault].title}>
            {words.warnings[fault].detail}
          </Notice>
        </div>
      )}
      <p
        translate="no"
        className="rounded-box border border-field bg-well px-4 py-3 font-mono select-all [overflow-wrap:anywhere]"
      >
        {url}
      </p>
      <CopyButton
        text={url}
        label={words.copy}
        copied={words.copied}
        failed={words.copyFailed}
        variant={fault ? 'secondary' : 'primary'}
      />
      <MessageLink link={`https://wa.me/?text=${encodeURIComponent(message)}`} variant="secondary">
        {words.share}
      </MessageLink>
      <p>{words.once(sayMoment(expiresAt))}</p>
      {mailed && <p>{withNames(words.mailed(user.email), user.email)}</p>}
    </Dialog>
  )
}
