import { useQuery } from '@tanstack/react-query'
import { customerSearchQuery } from '@/api/customers'
import { Button } from '@/kit/Button'
import { formatPhone, phoneEnding } from '@/lib/phone'
import { texts } from './texts'

/** The maximum number of shown matches. More digits narrow them down. */
const limit = 6

interface PhoneChoicesProps {
  /** The local number. The prefix is left out, because it may be wrong. */
  number: string
  onChoose: (customerId: string) => void
}

export function PhoneChoices({ number, onChoose }: PhoneChoicesProps) {
  const ending = phoneEnding(number)
  const { data } = useQuery({ ...customerSearchQuery(ending, limit), enabled: ending !== '' })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={texts.visit.choices} className="grid gap-2">
      <h3 className="font-semibold">{texts.visit.choices}</h3>
      <ul className="divide-y divide-rule border-y border-rule">
        {data.items.map(({ id, name, phone }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0">
              <span translate="no" className="block font-semibold [overflow-wrap:anywhere]">
                {name}
              </span>
              {phone && (
                <span translate="no" className="text-ink-soft">
                  {formatPhone(phone)}
                </span>
              )}
            </span>
            <Button variant="secondary" aria-label={texts.visit.submitOf(name)} onClick={() => onChoose(id)}>
              {texts.visit.submit}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
