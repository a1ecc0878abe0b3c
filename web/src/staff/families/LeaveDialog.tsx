import { useQuery } from '@tanstack/react-query'
import { useLeaveFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { familyQueries } from '@/api/families'
import type { Family, FamilyMember } from '@/api/types'
import { EffectDialog } from '@/card/family/EffectDialog'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface LeaveDialogProps {
  family: Family
  member: FamilyMember
  onClose: () => void
}

export function LeaveDialog({ family, member, onClose }: LeaveDialogProps) {
  const leave = useLeaveFamily(family.id)
  const effects = useQuery(familyQueries.memberEffect(family.id, member.customerId))
  return (
    <EffectDialog
      title={withNames(texts.leave.title(member.name), member.name)}
      explanation={texts.leave[family.policy]}
      effects={effects}
      confirm={texts.leave.confirm(member.name)}
      label={withNames(texts.leave.confirm(member.name), member.name)}
      busy={leave.isPending}
      busyLabel={texts.leave.busy}
      failure={leave.isError ? errorText(leave.error, familyTexts.leave.failed) : null}
      onConfirm={() => leave.mutate(member, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
