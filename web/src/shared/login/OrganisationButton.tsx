import { useOrganisation } from '@/acts/shared/organisation'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.organisation

export function OrganisationButton() {
  const { start, isPending, error } = useOrganisation()
  return (
    <div className="grid gap-3 pt-1">
      <hr className="border-rule" />
      <p className="text-ink-soft">{words.forWhom}</p>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <Button variant="secondary" wide busy={isPending} busyLabel={words.leaving} onClick={() => start()}>
        {words.enter}
      </Button>
    </div>
  )
}
