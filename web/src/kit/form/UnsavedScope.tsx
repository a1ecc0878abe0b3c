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

/** A form with something that leaving would lose. */
interface UnsavedForm {
  isSaving: boolean
  onLeave: (() => void) | undefined
}

type Register = (id: string, form: UnsavedForm | null) => void

const Scope = createContext<Register>(() => undefined)

/**
 * Asks once before the forms of a screen are left with what was typed in them: by a link, by the browser's back and by
 * closing the tab. While one of them is being saved it waits for that instead.
 */
export function UnsavedScope({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, UnsavedForm>())
  const waiting = useRef<(() => void)[]>([])
  const [isUnsaved, setUnsaved] = useState(false)
  const register = useCallback<Register>((id, form) => {
    if (form) forms.current.set(id, form)
    else forms.current.delete(id)
    setUnsaved(forms.current.size > 0)
    if (![...forms.current.values()].some((known) => known.isSaving)) {
      for (const go of waiting.current.splice(0)) go()
    }
  }, [])
  const shouldBlockFn = useCallback(
    async ({ current, next }: { current: RouteLocation; next: RouteLocation }) => {
      // A search or a filter in the address keeps the forms.
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
  /** Something was typed that is not saved. */
  when: boolean
  /** It is being saved. */
  isSaving?: boolean
  /** Told when it is given up. */
  onLeave?: () => void
}

/** Says of a form whether leaving it would lose something. */
export function UnsavedChanges({ when, isSaving = false, onLeave }: UnsavedChangesProps) {
  const id = useId()
  const register = useContext(Scope)
  const latest = useRef(onLeave)
  useEffect(() => {
    latest.current = onLeave
  })
  // In the event that changed the form: a step back right after it finds the question set.
  useLayoutEffect(() => {
    register(id, when ? { isSaving, onLeave: () => latest.current?.() } : null)
    return () => register(id, null)
  }, [register, id, when, isSaving])
  return null
}
