import { useEffect, useRef } from 'react'
import { errorText, isShownAtField } from '@/lib/errors'
import { formTexts } from '../formTexts'
import { Message } from '../Message'
import { Notice } from '../Notice'

const words = formTexts.form

interface FormResultProps<Field extends string> {
  form: {
    isDirty: boolean
    isUnchanged: boolean
    disputes: readonly PropertyKey[]
    save: {
      error: unknown
      data:
        | {
            isSaved: boolean
            isOvertaken: boolean
            takenFields: readonly PropertyKey[]
            disputes: readonly PropertyKey[]
          }
        | undefined
    }
  }
  labels: Record<Field, string>
  done: string
  failed: string
  isQuiet?: boolean
}

export function FormResult<Field extends string>({
  form,
  labels,
  done,
  failed,
  isQuiet,
}: FormResultProps<Field>) {
  const { isUnchanged, disputes, save } = form
  const names = (fields: readonly PropertyKey[]) => fields.map((field) => labels[field as Field])
  if (save.error)
    return isQuiet || isShownAtField(save.error, Object.keys(labels)) ? null : (
      <Message text={`❌ ${errorText(save.error, failed)}`} />
    )
  if (disputes.length > 0)
    return <MetNotice names={names(disputes)} isRestSaved={save.data?.isSaved ?? false} />
  if (isUnchanged) return <Message text={words.unchanged} />
  if (!save.data) return null
  if (save.data.isOvertaken) return <Message text={`⚠️ ${words.overtaken}`} />
  if (!save.data.isSaved || form.isDirty) return null
  const takenNames = names(save.data.takenFields)
  return <Message text={takenNames.length > 0 ? `${done} ${words.taken(takenNames)}` : done} />
}

function MetNotice({ names, isRestSaved }: { names: readonly string[]; isRestSaved: boolean }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
  }, [])
  return (
    <div ref={notice} tabIndex={-1} className="scroll-mt-20">
      <Notice tone="warning" title={words.met.title}>
        <p>{isRestSaved ? words.met.saved : words.met.unsaved}</p>
        <p>{words.met.choose(names)}</p>
      </Notice>
    </div>
  )
}
