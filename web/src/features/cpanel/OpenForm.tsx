import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isApiError } from '@/api/error'
import type { NewBusiness } from '@/api/types'
import { countryOptions, zoneOptions } from '@/lib/places'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.open.nameMissing)),
  ownerEmail: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.open.emailMissing),
      z.regex(/^[^@\s]+@[^@\s]+$/, texts.open.emailWrong),
    ),
  ownerName: z.string().check(z.trim()),
  timezone: z.string(),
  country: z.string(),
})

type Draft = z.infer<typeof schema>

const blank: Draft = { name: '', ownerEmail: '', ownerName: '', timezone: 'Europe/Madrid', country: 'ES' }

interface OpenFormProps {
  id: string
  /** What the server said to the last try. */
  error: unknown
  onSubmit: (draft: NewBusiness) => void
}

/** What has to be known of a business and its owner. */
export function OpenForm({ id, error, onSubmit }: OpenFormProps) {
  const { register, handleSubmit, formState } = useForm<Draft>({
    resolver: zodResolver(schema),
    defaultValues: blank,
  })
  const refused = isApiError(error) ? error.fieldErrors : {}
  const errorOf = (field: keyof Draft) => formState.errors[field]?.message ?? refused[field]
  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={handleSubmit((draft) => onSubmit(draft))}>
      <TextField
        label={texts.open.name}
        maxLength={120}
        autoComplete="off"
        error={errorOf('name')}
        {...register('name')}
      />
      <TextField
        label={texts.open.ownerEmail}
        help={texts.open.ownerEmailHelp}
        type="email"
        maxLength={254}
        autoComplete="off"
        error={errorOf('ownerEmail')}
        {...register('ownerEmail')}
      />
      <TextField
        label={texts.open.ownerName}
        optional
        maxLength={120}
        autoComplete="off"
        error={errorOf('ownerName')}
        {...register('ownerName')}
      />
      <SelectField
        label={texts.open.timezone}
        options={zoneOptions(blank.timezone)}
        error={errorOf('timezone')}
        {...register('timezone')}
      />
      <SelectField
        label={texts.open.country}
        options={countryOptions(blank.country)}
        error={errorOf('country')}
        {...register('country')}
      />
    </form>
  )
}
