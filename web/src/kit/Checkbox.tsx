import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, help, error, className, ...input }: CheckboxProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? help
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-target items-start gap-3 py-2.5">
        <span className="relative mt-0.5 grid size-[1.375rem] flex-none place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={note ? noteId : undefined}
            aria-invalid={error ? true : undefined}
            className={cx(
              'peer size-full appearance-none rounded-small border border-field bg-card transition-colors',
              'checked:border-accent checked:bg-accent hover:border-ink aria-invalid:border-refused',
              'disabled:cursor-not-allowed disabled:border-rule disabled:bg-well',
              // Forced-colors mode shows the native box.
              'forced-colors:appearance-auto',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-[1rem] text-on-accent opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
      </label>
      {note && (
        <p
          id={noteId}
          className={cx(
            '-mt-1 pl-[calc(1.375rem+12px)] text-small',
            error ? 'font-medium text-refused' : 'text-ink-soft',
          )}
        >
          {note}
        </p>
      )}
    </div>
  )
}
