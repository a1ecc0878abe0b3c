import { useMutation } from '@tanstack/react-query'
import { fetchOwnCopy, type OwnCopy } from '@/api/ownCopy'
import { notify } from '@/kit/notify'
import { saveFile } from '@/lib/saveFile'
import { ownCopyTexts as texts } from './texts'

/** useOwnCopy downloads a copy of the business or of its customers, behind the user's own password. */
export function useOwnCopy(onSaved: () => void) {
  return useMutation({
    mutationFn: ({ copy, password }: { copy: OwnCopy; password: string }) => fetchOwnCopy(copy, password),
    onSuccess: (content, { copy }) => {
      saveFile(content, texts.file(copy, new Date().toISOString().slice(0, 10)))
      notify.success(texts.done)
      onSaved()
    },
  })
}
