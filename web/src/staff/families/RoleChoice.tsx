import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { useChangeFamilyRole } from '@/acts/staff/families'
import type { FamilyMember, FamilyRole } from '@/api/types'
import { texts as roleWords } from '@/card/roles/texts'
import { Select } from '@/kit/SelectField'
import { texts } from './texts'

interface RoleChoiceProps {
  member: FamilyMember
  changeRole: ReturnType<typeof useChangeFamilyRole>
}

/**
 * Each arrow key selects the next role, so a role chosen by keys is saved only on Enter or blur. A role chosen
 * in the open list is saved at once.
 */
export function RoleChoice({ member: { customerId, name, role }, changeRole }: RoleChoiceProps) {
  const { isPending, variables, mutate } = changeRole
  const savedRole = isPending && variables.customerId === customerId ? variables.role : role
  const [passing, setPassing] = useState<FamilyRole | null>(null)
  const byKeys = useRef(false)
  const hint = useId()

  const save = (chosenRole: FamilyRole | null) => {
    setPassing(null)
    if (chosenRole && chosenRole !== savedRole) mutate({ customerId, role: chosenRole })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    byKeys.current = true
    if (key === 'Enter') save(passing)
    if (key === 'Escape') setPassing(null)
  }
  const isPassing = passing !== null && passing !== savedRole
  return (
    <span className="grid min-w-36 gap-1">
      <Select
        aria-label={texts.memberList.roleOf(name)}
        aria-describedby={isPassing ? hint : undefined}
        options={roleChoices}
        value={passing ?? savedRole}
        onPointerDown={() => {
          byKeys.current = false
        }}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          const chosenRole = target.value as FamilyRole
          if (byKeys.current) setPassing(chosenRole)
          else save(chosenRole)
        }}
        onBlur={() => save(passing)}
      />
      {isPassing && (
        <span id={hint} role="status" className="w-0 min-w-full text-small text-ink-soft">
          {texts.memberList.roleUnsaved}
        </span>
      )}
    </span>
  )
}

const roles: readonly FamilyRole[] = ['PRIMARY', 'ADULT', 'CHILD']

export const roleChoices = roles.map((value) => ({ value, label: roleWords.family[value] }))
