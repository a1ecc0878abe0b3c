import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useJoinFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { familyQueries } from '@/api/families'
import type { Customer, Family, FamilyRole } from '@/api/types'
import { EffectDialog } from '@/card/family/EffectDialog'
import { texts as effectWords } from '@/card/family/texts'
import { SelectField } from '@/kit/SelectField'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { roleChoices } from './RoleChoice'
import { texts } from './texts'

interface JoinDialogProps {
  family: Family
  customer: Customer
  onJoined: () => void
  onClose: () => void
}

export function JoinDialog({ family, customer, onJoined, onClose }: JoinDialogProps) {
  const join = useJoinFamily(family.id)
  const effects = useQuery(familyQueries.memberEffect(family.id, customer.id))
  const [role, setRole] = useState<FamilyRole>('ADULT')
  return (
    <EffectDialog
      title={withNames(texts.join.title(customer.name, family.name), customer.name, family.name)}
      explanation={effectWords.joining[family.policy]}
      effects={effects}
      confirm={texts.join.confirm(customer.name)}
      label={withNames(texts.join.confirm(customer.name), customer.name)}
      busy={join.isPending}
      busyLabel={texts.join.busy}
      failure={join.isError ? errorText(join.error, familyTexts.join.failed) : null}
      onConfirm={() =>
        join.mutate({ customerId: customer.id, name: customer.name, role }, { onSuccess: onJoined })
      }
      onClose={onClose}
    >
      <SelectField
        label={texts.add.role}
        options={roleChoices}
        value={role}
        onChange={(event) => setRole(event.target.value as FamilyRole)}
      />
    </EffectDialog>
  )
}
