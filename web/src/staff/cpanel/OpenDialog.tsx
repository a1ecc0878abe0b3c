import { useId } from 'react'
import { useNewOwnerPassword, useOpenBusiness } from '@/acts/staff/businesses'
import { businessTexts } from '@/acts/staff/businessTexts'
import type { OpenedBusiness } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { useFocusOfFirstField } from '@/kit/form/useFocusOfFirstField'
import { InView } from '@/kit/InView'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { OneTimeSecret } from '@/kit/OneTimeSecret'
import { withNames } from '@/kit/withNames'
import { errorText, isShownAtField } from '@/lib/errors'
import { OpenForm, openFields } from './OpenForm'
import { texts } from './texts'

const words = texts.open

export function OpenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId()
  useFocusOfFirstField(form, open)
  const create = useOpenBusiness()
  const another = useNewOwnerPassword()
  const close = () => {
    create.reset()
    another.reset()
    onClose()
  }
  const openedBusiness = create.data
  const password = another.data ?? openedBusiness?.tempPassword
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={create.isPending || another.isPending}
      once={Boolean(password)}
      title={
        openedBusiness
          ? withNames(words.done(openedBusiness.business.name), openedBusiness.business.name)
          : words.title
      }
      actions={
        !openedBusiness ? (
          <>
            <Button variant="secondary" disabled={create.isPending} onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={form} busy={create.isPending} busyLabel={words.busy}>
              {words.submit}
            </Button>
          </>
        ) : password ? (
          <Button variant="secondary" onClick={close}>
            {words.noted}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={another.isPending} onClick={close}>
              {words.close}
            </Button>
            <Button
              busy={another.isPending}
              busyLabel={words.anotherBusy}
              onClick={() => another.mutate(openedBusiness)}
            >
              {words.another}
            </Button>
          </>
        )
      }
    >
      {!openedBusiness ? (
        <>
          <OpenForm id={form} error={create.error} onSubmit={create.mutate} />
          {create.isError && !isShownAtField(create.error, openFields) && (
            <InView error={create.error}>
              <Message text={`❌ ${errorText(create.error, businessTexts.open.failed)}`} />
            </InView>
          )}
        </>
      ) : password ? (
        <FirstPassword openedBusiness={openedBusiness} password={password} />
      ) : (
        <LostPassword openedBusiness={openedBusiness} failure={another.error} />
      )}
    </Dialog>
  )
}

function FirstPassword({ openedBusiness, password }: { openedBusiness: OpenedBusiness; password: string }) {
  const { owner, once, copy, copied, copyFailed } = words
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {withNames(
          owner(`${window.location.host}/login`, openedBusiness.owner.email),
          `${window.location.host}/login`,
          openedBusiness.owner.email,
        )}
      </p>
      <OneTimeSecret secret={password} once={once} copy={copy} copied={copied} failed={copyFailed} />
    </>
  )
}

/** Offers another password if the response with the first one was lost. */
function LostPassword({
  openedBusiness,
  failure,
}: {
  openedBusiness: OpenedBusiness
  failure: Error | null
}) {
  return (
    <>
      <Notice tone="warning" title={words.before}>
        {withNames(words.unseen(openedBusiness.owner.email), openedBusiness.owner.email)}
      </Notice>
      {failure && <Message text={`❌ ${errorText(failure, businessTexts.newPassword.failed)}`} />}
    </>
  )
}
