import { useState } from 'react'
import { type FamilyValues, useCreateFamily } from '@/acts/families'
import { familyTexts } from '@/acts/familyTexts'
import { errorText } from '@/lib/errors'
import { UnsavedChanges } from '@/ui/form/UnsavedScope'
import { Message } from '@/ui/Message'
import { FamilyDataForm } from './FamilyDataForm'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

/** The form of a new family. It empties itself when the family exists. */
export function CreateFamilyForm() {
  const [values, setValues] = useState(blank)
  const create = useCreateFamily(() => setValues(blank))
  return (
    <>
      <UnsavedChanges when={values.name.trim() !== ''} isSaving={create.isPending} />
      <FamilyDataForm
        values={values}
        onChange={(next) => {
          if (!create.isPending) create.reset()
          setValues(next)
        }}
        sending={create}
        words={texts.create}
        result={
          create.isError ? (
            <Message text={`❌ ${errorText(create.error, familyTexts.create.failed)}`} />
          ) : (
            create.isSuccess && <Message text={familyTexts.create.done} />
          )
        }
        onSubmit={() => create.mutate({ ...values, name: values.name.trim() })}
      />
    </>
  )
}
