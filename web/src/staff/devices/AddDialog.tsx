import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { deviceTexts, useAddDevice } from '@/acts/staff/devices'
import { devicesQuery } from '@/api/devices'
import type { NewDevice } from '@/api/types'
import { Button } from '@/kit/Button'
import { CopyButton } from '@/kit/CopyButton'
import { Dialog } from '@/kit/Dialog'
import { useFocusOfFirstField } from '@/kit/form/useFocusOfFirstField'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { useSecondsUntil } from '@/lib/useSecondsUntil'
import { NameForm } from './NameForm'
import { texts } from './texts'

/** Milliseconds between two checks whether the code was used. */
const pollInterval = 3_000

export function AddDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  useFocusOfFirstField(id)
  const add = useAddDevice()
  const enrolled = useIsEnrolled(add.data?.id)
  return (
    <Dialog
      open
      onClose={onClose}
      busy={add.isPending}
      title={add.data ? withNames(texts.code.title(add.data.name), add.data.name) : texts.add.title}
      actions={
        add.data ? (
          <Button variant={enrolled ? 'primary' : 'secondary'} onClick={onClose}>
            {enrolled ? texts.code.finish : texts.code.close}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={add.isPending} onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={id} busy={add.isPending} busyLabel={texts.add.busy}>
              {texts.add.submit}
            </Button>
          </>
        )
      }
    >
      {!add.data ? (
        <NameForm id={id} draft="new device" error={add.error} onSubmit={(name) => add.mutate(name)} />
      ) : enrolled ? (
        <Notice tone="success" title={withNames(texts.code.done(add.data.name), add.data.name)} />
      ) : (
        <Code device={add.data} />
      )}
      {add.isError && <Message text={`❌ ${errorText(add.error, deviceTexts.add.failed)}`} />}
    </Dialog>
  )
}

function useIsEnrolled(id: string | undefined): boolean {
  const isEnrolled = (devices: readonly { id: string; enrolledAt: string | null }[] = []) =>
    devices.some((device) => device.id === id && device.enrolledAt !== null)
  const devices = useQuery({
    ...devicesQuery(),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isEnrolled(state.data) ? false : pollInterval),
  })
  return id !== undefined && isEnrolled(devices.data)
}

function Code({ device: { name, url, picture, expiresAt } }: { device: NewDevice }) {
  const secondsLeft = useSecondsUntil(Date.parse(expiresAt))
  if (secondsLeft <= 0) return <Notice tone="warning">{texts.code.expired}</Notice>
  return (
    <>
      <p>{texts.code.detail}</p>
      <img
        src={picture}
        alt={texts.code.alt(name)}
        width={232}
        height={232}
        className="mx-auto rounded-box border border-rule bg-white"
      />
      <p className="text-center text-lead font-semibold tabular-nums">
        {texts.code.left(clockOf(secondsLeft))}
      </p>
      <CopyButton
        text={url}
        label={texts.code.copy}
        copied={texts.code.copied}
        failed={texts.code.copyFailed}
      />
    </>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
