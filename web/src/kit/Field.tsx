import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import { texts } from './texts'

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Adds 'opcional' to the label. */
  optional?: boolean
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldLayoutProps extends FieldProps {
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, help, error, optional, className, children }: FieldLayoutProps) {
  const id = useId()
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const describedBy = cx(error && errorId, help ? helpId : null) || undefined
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> ({texts.optional})</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <p id={helpId} className="text-small text-ink-soft">
          {help}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-small font-medium text-refused">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      {children}
    </p>
  )
}

export const controlLook = cx(
  'w-full min-h-target rounded-box border border-field bg-card px-3 py-2 text-ink placeholder:text-ink-soft',
  'transition-colors hover:border-ink focus-visible:border-ink focus-visible:outline-offset-0',
  'aria-invalid:border-refused disabled:cursor-not-allowed disabled:bg-well disabled:text-ink-soft [&[readonly]]:bg-well',
)
