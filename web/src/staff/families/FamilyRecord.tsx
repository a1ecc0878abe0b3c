import { useSignedIn } from '@/api'
import { isAdminLevel } from '@/api/session'
import type { Family } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { AddMember } from './AddMember'
import { FamilyCard } from './FamilyCard'
import { FamilyForm } from './FamilyForm'
import { MemberList } from './MemberList'
import { texts } from './texts'

export function FamilyRecord({ family }: { family: Family }) {
  const mayChange = isAdminLevel(useSignedIn().role)
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <h1 translate="no" className="font-sign text-display font-extrabold [overflow-wrap:anywhere]">
          {family.name}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <Badge tone={family.policy === 'POOL' ? 'good' : 'plain'}>{texts.policies[family.policy]}</Badge>
          <span className="tabular-nums">{texts.members(family.members.length)}</span>
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <MemberList family={family} mayChange={mayChange} />
          {mayChange && <AddMember family={family} />}
        </div>
        <div className="grid gap-6">
          <FamilyCard family={family} />
          {mayChange && <FamilyForm family={family} />}
        </div>
      </div>
    </div>
  )
}
