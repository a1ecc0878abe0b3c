import type { FamilyValues, useCreateFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { FamilyFields, familyFaults } from './FamilyDataForm'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

interface CreateFamilyDialogProps {
  create: ReturnType<typeof useCreateFamily>
  onClose: () => void
}

export function CreateFamilyDialog({ create, onClose }: CreateFamilyDialogProps) {
  const form = useForm({
    savedValues: blank,
    draft: useDialogDraft('new family'),
    faultsIn: familyFaults,
    refusal: create.error,
    onChange: () => create.isPending || create.reset(),
  })
  const { name, policy } = form.values
  return (
    <FormDialog
      title={texts.create.title}
      words={{ cancel: texts.cancel, submit: texts.create.submit, busy: texts.create.submitting }}
      busy={create.isPending}
      form={form.element}
      draft={form}
      result={create.isError && <Message text={`❌ ${errorText(create.error, familyTexts.create.failed)}`} />}
      onSubmit={() => !create.isPending && form.check() && create.mutate({ policy, name: name.trim() })}
      onClose={onClose}
    >
      <FamilyFields form={form} />
    </FormDialog>
  )
}
