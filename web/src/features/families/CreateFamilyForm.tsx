import { useState } from 'react'
import { useCreateFamily } from '@/acts/families'
import { familyTexts } from '@/acts/familyTexts'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { FamilyDataForm, type FamilyValues } from './FamilyDataForm'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

/** The form of a new family. It empties itself when the family exists. */
export function CreateFamilyForm() {
  const [values, setValues] = useState(blank)
  const create = useCreateFamily(() => setValues(blank))
  return (
    <>
      <UnsavedChanges when={values.name.trim() !== ''} />
      <FamilyDataForm
        values={values}
        onChange={setValues}
        sending={create}
        words={{ ...texts.create, ...familyTexts.create }}
        onSubmit={() => create.mutate({ ...values, name: values.name.trim() })}
      />
    </>
  )
}
