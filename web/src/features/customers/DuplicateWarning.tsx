import { Link } from '@tanstack/react-router'
import { Notice } from '@/ui/Notice'
import { type Person, useDuplicate } from './duplicates'
import { texts } from './texts'

/** Warns while a person is typed whom an active customer may be already. */
export function DuplicateWarning({ person }: { person: Person }) {
  const duplicate = useDuplicate(person)
  if (!duplicate) return null
  const { id, name } = duplicate.customer
  return (
    <Notice tone="warning">
      {texts.duplicate[duplicate.by](name)}{' '}
      <Link to="/app/customers/$id" params={{ id }} className="font-semibold underline underline-offset-4">
        {texts.duplicate.open(name)}
      </Link>
    </Notice>
  )
}
