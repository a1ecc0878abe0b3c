import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { familyQueries } from '@/api/families'
import type { Customer, Family, FamilyRole } from '@/api/types'
import { errorText } from '@/lib/errors'
import { SelectField } from '@/ui/SelectField'
import { EffectDialog } from './EffectDialog'
import { roleChoices } from './roleChoices'
import { texts } from './texts'
import { candidate, useJoin } from './useFamilyChanges'

interface JoinDialogProps {
  family: Family
  customer: Customer
  onClose: () => void
}

/** Shows what joining changes for a customer, asks as what, and puts her in. */
export function JoinDialog({ family, customer, onClose }: JoinDialogProps) {
  const join = useJoin(family.id)
  const effects = useQuery(familyQueries.memberEffect(family.id, customer.id))
  // The key stays the same for every try with the same role.
  const [who, setWho] = useState(() => candidate(customer.id, customer.name, 'ADULT'))
  return (
    <EffectDialog
      title={texts.join.title(customer.name, family.name)}
      explanation={texts.join[family.policy]}
      effects={effects}
      confirm={texts.join.confirm(customer.name)}
      busy={join.isPending}
      busyLabel={texts.join.busy}
      failure={join.isError ? errorText(join.error, texts.join.failed) : null}
      onConfirm={() => join.mutate(who, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField
        label={texts.add.role}
        options={roleChoices}
        value={who.role}
        onChange={(event) => setWho(candidate(customer.id, customer.name, event.target.value as FamilyRole))}
      />
    </EffectDialog>
  )
}
