import type { ComponentProps } from 'react'
import { controlLook, Field, type FieldProps } from './Field'

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {}

export function TextField({ label, help, error, optional, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} className={className}>
      {(control) => <input {...input} {...control} className={controlLook} />}
    </Field>
  )
}

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {}

export function TextAreaField({ label, help, error, optional, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} className={controlLook} />}
    </Field>
  )
}
