import { Link } from '@tanstack/react-router'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { fold } from '@/lib/fold'
import { texts as childTexts } from './children/texts'
import { type Person, useDuplicate } from './duplicates'
import { texts } from './texts'

interface DuplicateWarningProps {
  person: Person
  /** True if the person may be a child of the customer with that phone. */
  mayBeChild?: boolean
}

/** Warns that the typed person may already be a customer. */
export function DuplicateWarning({ person, mayBeChild }: DuplicateWarningProps) {
  const duplicate = useDuplicate(person)
  if (!duplicate) return null
  const { id, name } = duplicate.customer
  const asksForChild = mayBeChild && duplicate.by === 'phone'
  return (
    <Notice tone="warning">
      {texts.duplicate[duplicate.by](name)} {asksForChild && childTexts.isItFor}{' '}
      {asksForChild && (
        <>
          <Link
            to="/app/customers/$id"
            params={{ id }}
            ignoreBlocker
            state={{ child: fold(person.name) === fold(name) ? '' : person.name }}
            className="font-semibold underline underline-offset-4"
          >
            {childTexts.addTo(name)}
          </Link>
          {' · '}
        </>
      )}
      <Link to="/app/customers/$id" params={{ id }} className="font-semibold underline underline-offset-4">
        {withNames(texts.duplicate.open(name), name)}
      </Link>
    </Notice>
  )
}
