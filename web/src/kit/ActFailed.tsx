import type { ReactNode } from 'react'
import { errorText, isUnanswered } from '@/lib/errors'
import { failureTitle } from './failureTitle'
import { InView } from './InView'
import { Notice } from './Notice'
import { staffTexts } from './staffTexts'

interface ActFailedProps {
  /** Says what failed. Replaced without a response, because the act may be done. */
  title: ReactNode
  error: unknown
  /** Says after a lost response that a repetition counts once. */
  repeatable?: string
}

/** The failure of an act that can be repeated safely. */
export function ActFailed({ title, error, repeatable = staffTexts.unanswered.repeatable }: ActFailedProps) {
  return (
    <InView error={error}>
      <Notice tone="error" title={failureTitle(error, title)}>
        {errorText(error)} {isUnanswered(error) && repeatable}
      </Notice>
    </InView>
  )
}
