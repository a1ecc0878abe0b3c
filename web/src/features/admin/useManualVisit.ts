import { useMutation } from '@tanstack/react-query'
import { isStamped } from '@/acts/outbox/answers'
import { texts as actTexts } from '@/acts/texts'
import { useVisitActs } from '@/acts/visits'
import type { RegisteredVisit } from '@/api/types'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** The phone in full, and the number as it was typed; or somebody chosen of those who may have it. */
export type Visitor = { phone: string; number: string } | { customerId: string }

interface ManualVisit {
  of: Visitor
  notes: string
}

/** Registers visits by phone, and takes the one just registered back. */
export function useManualVisit() {
  const acts = useVisitActs()
  const visit = useMutation({
    mutationFn: ({ of, notes }: ManualVisit) => acts.register({ subject: subjectOf(of), notes }),
    onSuccess: (outcome) => {
      if (outcome.type === 'kept') return notify.warning(actTexts.visit.kept)
      const { answer } = outcome
      const { customerName } = answer
      if (isStamped(answer) && answer.id) {
        notify.undoable(texts.visit.undoOffer(customerName), texts.visit.undo, () => undo.mutate(answer))
      }
    },
  })
  const undo = useMutation({
    mutationFn: ({ id }: RegisteredVisit) => acts.undo(id),
    onSuccess: (_answer, { id, customerName }) => {
      if (visit.data?.type === 'registered' && visit.data.answer.id === id) visit.reset()
      notify.success(texts.visit.undone(customerName))
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
  })
  return visit
}

function subjectOf(of: Visitor) {
  return 'phone' in of ? { phone: of.phone } : of
}
