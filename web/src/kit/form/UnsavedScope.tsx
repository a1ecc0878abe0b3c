import { useBlocker } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { staffTexts } from '../staffTexts'

interface UnsavedForm {
  isSaving: boolean
  onLeave: (() => void) | undefined
}

type Register = (id: string, form: UnsavedForm | null) => void

const Scope = createContext<Register>(() => undefined)

/** Asks before a link, the back button or a closed tab discards input. Waits while a form is saved. */
export function UnsavedScope({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, UnsavedForm>())
  const waiting = useRef<(() => void)[]>([])
  const [isUnsaved, setUnsaved] = useState(false)
  const register = useCallback<Register>((id, form) => {
    if (form) forms.current.set(id, form)
    else forms.current.delete(id)
    setUnsaved(forms.current.size > 0)
    if (![...forms.current.values()].some((knownForm) => knownForm.isSaving)) {
      for (const go of waiting.current.splice(0)) go()
    }
  }, [])
  const shouldBlockFn = useCallback(
    async ({ current, next }: { current: RouteLocation; next: RouteLocation }) => {
      // A change of query parameters keeps the forms.
      if (current.pathname === next.pathname) return false
      const isBusy = [...forms.current.values()].some((form) => form.isSaving)
      if (isBusy) await new Promise<void>((resolve) => waiting.current.push(resolve))
      return forms.current.size > 0
    },
    [],
  )
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })
  const leave = () => {
    for (const { onLeave } of forms.current.values()) onLeave?.()
    proceed?.()
  }
  const words = staffTexts.unsaved
  return (
    <Scope value={register}>
      {children}
      <Dialog
        open={status === 'blocked'}
        onClose={() => reset?.()}
        title={words.title}
        actions={
          <>
            <Button variant="secondary" onClick={leave}>
              {words.leave}
            </Button>
            <Button onClick={() => reset?.()}>{words.stay}</Button>
          </>
        }
      >
        <p>{words.detail}</p>
      </Dialog>
    </Scope>
  )
}

interface RouteLocation {
  pathname: string
}

interface UnsavedChangesProps {
  when: boolean
  isSaving?: boolean
  onLeave?: () => void
}

export function UnsavedChanges({ when, isSaving = false, onLeave }: UnsavedChangesProps) {
  const id = useId()
  const register = useContext(Scope)
  const latest = useRef(onLeave)
  useEffect(() => {
    latest.current = onLeave
  })
  // Registers before paint, so that an immediate back navigation is blocked.
  useLayoutEffect(() => {
    register(id, when ? { isSaving, onLeave: () => latest.current?.() } : null)
    return () => register(id, null)
  }, [register, id, when, isSaving])
  return null
}
