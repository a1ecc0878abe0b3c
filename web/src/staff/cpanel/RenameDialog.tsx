import { type BusinessPart, useBusinessForm } from '@/acts/staff/businesses'
import type { ListedBusiness } from '@/api/types'
import { TextField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { ChangeDialog } from './ChangeDialog'
import { texts } from './texts'

interface RenameDialogProps {
  business: ListedBusiness | null
  onClose: () => void
}

export function RenameDialog({ business, onClose }: RenameDialogProps) {
  return business && <Rename key={business.id} business={business} onClose={onClose} />
}

interface NameField {
  name: string
}

const part: BusinessPart<NameField, NameField> = {
  valuesOf: ({ name }) => ({ name }),
  fields: { name: (name) => ({ name: name.trim() }) },
  bodyOf: (changes) => changes,
}

function Rename({ business, onClose }: { business: ListedBusiness; onClose: () => void }) {
  const form = useBusinessForm(business, part, onClose)
  const words = {
    ...texts.rename,
    title: withNames(texts.rename.title(business.name), business.name),
    labels: texts.rename.fields,
  }
  return (
    <ChangeDialog words={words} form={form} displayValue={() => form.savedValues.name} onClose={onClose}>
      <TextField label={texts.rename.label} maxLength={120} autoComplete="off" {...form.text('name')} />
    </ChangeDialog>
  )
}
