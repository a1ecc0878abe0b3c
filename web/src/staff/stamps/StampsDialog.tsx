import type { ReactNode, RefObject } from 'react'
import { ActFailed } from '@/kit/ActFailed'
import { FormDialog } from '@/kit/form/FormDialog'
import { type RewardCounts, sayRewards } from '@/lib/countRewards'
import { isShownAtField } from '@/lib/errors'
import { texts } from './texts'

interface StampsDialogProps {
  title: ReactNode
  words: { save: string; saveOwing?: (rewards: string) => string; saving: string }
  earnedRewards?: RewardCounts | undefined
  form: {
    element: RefObject<HTMLFormElement | null>
    values: object
    isDirty: boolean
    isRestored: boolean
    reset: () => void
  }
  act: { isPending: boolean; error: unknown }
  failureText: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function StampsDialog({
  title,
  words,
  earnedRewards = {},
  form,
  act,
  failureText,
  onSubmit,
  onClose,
  children,
}: StampsDialogProps) {
  const rewards = sayRewards(earnedRewards).words
  return (
    <FormDialog
      title={title}
      words={{
        cancel: texts.cancel,
        submit: (rewards && words.saveOwing?.(rewards)) || words.save,
        busy: words.saving,
      }}
      busy={act.isPending}
      costly={rewards !== ''}
      form={form.element}
      draft={form}
      onSubmit={() => act.isPending || onSubmit()}
      onClose={onClose}
      result={
        act.error !== null &&
        !isShownAtField(act.error, Object.keys(form.values)) && (
          <ActFailed title={failureText} error={act.error} repeatable={texts.repeatable} />
        )
      }
    >
      {children}
    </FormDialog>
  )
}
