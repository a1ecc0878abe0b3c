import { useRenameBusiness } from '@/acts/businesses'
import type { ListedBusiness } from '@/api/types'
import { TextField } from '@/ui/TextField'
import { ChangeDialog } from './ChangeDialog'
import { texts } from './texts'

interface RenameDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  onClose: () => void
}

/** Gives a business another name. */
export function RenameDialog(props: RenameDialogProps) {
  const rename = useRenameBusiness(props.onClose)
  return (
    <ChangeDialog
      {...props}
      words={texts.rename}
      changing={rename}
      onSubmit={(id, form) => rename.mutate({ id, change: String(form.get('name')) })}
      fields={({ name }, refused) => (
        <TextField
          label={texts.rename.label}
          name="name"
          defaultValue={name}
          maxLength={120}
          autoComplete="off"
          error={refused.name}
        />
      )}
    />
  )
}
