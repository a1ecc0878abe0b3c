import { Link } from '@tanstack/react-router'
import type { useChangeFamilyRole } from '@/acts/staff/families'
import type { FamilyMember } from '@/api/types'
import { texts as roleWords } from '@/card/roles/texts'
import { Button } from '@/kit/Button'
import { Cell, Row } from '@/kit/Table'
import { formatPhone } from '@/lib/phone'
import { MemberProgress } from './MemberProgress'
import { RoleChoice } from './RoleChoice'
import { texts } from './texts'

interface MemberRowProps {
  member: FamilyMember
  /** Undefined if the user may not change members. */
  changeRole?: ReturnType<typeof useChangeFamilyRole>
  onLeave?: () => void
}

export function MemberRow({ member, changeRole, onLeave }: MemberRowProps) {
  return (
    <Row>
      <Cell>
        <Link
          to="/app/customers/$id"
          params={{ id: member.customerId }}
          className="grid min-h-target content-center rounded-small underline-offset-4 hover:underline"
        >
          <span translate="no" className="font-semibold [overflow-wrap:anywhere]">
            {member.name}
          </span>
          {member.phone && (
            <span translate="no" className="text-small font-normal text-ink-soft">
              {formatPhone(member.phone)}
            </span>
          )}
        </Link>
      </Cell>
      <Cell label={texts.memberList.columns.role} className="items-center">
        {changeRole ? <RoleChoice member={member} changeRole={changeRole} /> : roleWords.family[member.role]}
      </Cell>
      <Cell label={texts.memberList.columns.progress} className="items-center">
        <MemberProgress customerId={member.customerId} />
      </Cell>
      {onLeave && (
        <Cell>
          <span className="flex sm:min-w-max sm:justify-end">
            <Button variant="secondary" aria-label={texts.memberList.removeOf(member.name)} onClick={onLeave}>
              {texts.memberList.remove}
            </Button>
          </span>
        </Cell>
      )}
    </Row>
  )
}
