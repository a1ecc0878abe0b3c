import { useOrganisation } from '@/acts/shared/organisation'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.organisation

export function OrganisationButton() {
  const { start, isPending, error } = useOrganisation()
  return (
    <div className="grid gap-2">
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <Button variant="secondary" wide busy={isPending} busyLabel={words.leaving} onClick={() => start()}>
        {words.enter}
      </Button>
      <p className="text-ink-soft text-sm">{words.forWhom}</p>
    </div>
  )
}
