import { type FamilyValues, useCreateFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { FamilyDataForm, familyFaults } from './FamilyDataForm'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

/** CreateFamilyForm creates a family and clears itself afterwards. */
export function CreateFamilyForm() {
  const create = useCreateFamily(() => form.reset())
  const form = useForm({
    saved: blank,
    faultsIn: familyFaults,
    refusal: create.error,
    onChange: () => create.isPending || create.reset(),
  })
  const { name, policy } = form.values
  return (
    <>
      <UnsavedChanges when={name.trim() !== ''} isSaving={create.isPending} />
      <FamilyDataForm
        form={form}
        sending={create}
        words={texts.create}
        result={
          create.isError ? (
            <Message text={`❌ ${errorText(create.error, familyTexts.create.failed)}`} />
          ) : (
            create.isSuccess && <Message text={familyTexts.create.done} />
          )
        }
        onSubmit={() => create.mutate({ policy, name: name.trim() })}
      />
    </>
  )
}
