import { useState } from 'react'
import { useChangeFamilyRole } from '@/acts/staff/families'
import type { Family, FamilyMember } from '@/api/types'
import { EmptyState } from '@/kit/EmptyState'
import { Panel } from '@/kit/Panel'
import { HeadCell, Table } from '@/kit/Table'
import { LeaveDialog } from './LeaveDialog'
import { MemberRow } from './MemberRow'
import { texts } from './texts'

const { columns } = texts.memberList

export function MemberList({ family, mayChange }: { family: Family; mayChange: boolean }) {
  const changeRole = useChangeFamilyRole(family.id)
  const [leaving, setLeaving] = useState<FamilyMember | null>(null)
  return (
    <Panel title={texts.memberList.title}>
      {family.members.length === 0 ? (
        <EmptyState title={texts.memberList.empty}>{mayChange && texts.memberList.emptyHint}</EmptyState>
      ) : (
        <Table caption={texts.memberList.caption} head={<Head mayChange={mayChange} />}>
          {family.members.map((member) => (
            <MemberRow
              key={member.customerId}
              member={member}
              {...(mayChange && { changeRole, onLeave: () => setLeaving(member) })}
            />
          ))}
        </Table>
      )}
      {leaving && <LeaveDialog family={family} member={leaving} onClose={() => setLeaving(null)} />}
    </Panel>
  )
}

function Head({ mayChange }: { mayChange: boolean }) {
  return (
    <>
      <HeadCell>{columns.name}</HeadCell>
      <HeadCell>{columns.role}</HeadCell>
      <HeadCell>{columns.progress}</HeadCell>
      {mayChange && (
        <HeadCell>
          <span className="sr-only">{columns.actions}</span>
        </HeadCell>
      )}
    </>
  )
}
