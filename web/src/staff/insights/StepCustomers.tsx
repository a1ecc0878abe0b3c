import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CardStep, insightQueries } from '@/api/insights'
import { SelectField } from '@/kit/SelectField'
import { PeopleList } from './PeopleList'
import { Person } from './Person'
import { texts } from './texts'

const words = texts.card

const steps = [
  { paso: undefined, step: 'REGISTERED' },
  { paso: 'primera', step: 'FIRST_VISIT' },
  { paso: 'segunda', step: 'SECOND_VISIT' },
  { paso: 'mitad', step: 'HALF' },
  { paso: 'gratis', step: 'FULL' },
  { paso: 'canje', step: 'REDEEMED' },
] as const satisfies { paso: string | undefined; step: CardStep }[]

export function StepCustomers() {
  const { paso, ...period } = useSearch({ from: '/signed-in/of-a-business/app/informes/tarjeta' })
  const navigate = useNavigate()
  const { step } = steps.find((each) => each.paso === paso) ?? steps[0]
  const customers = useInfiniteQuery(insightQueries.cardCustomers(period, step))
  const choose = (chosenStep: string) => {
    const next = steps.find((each) => each.step === chosenStep)
    void navigate({
      to: '/app/informes/tarjeta',
      search: { ...period, paso: next?.paso },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{words.peopleDefinition}</p>
      <SelectField
        label={words.peopleStep}
        value={step}
        options={steps.map((each) => ({ value: each.step, label: words.stopped[each.step] }))}
        onChange={({ target }) => choose(target.value)}
        className="max-w-md"
      />
      <PeopleList pages={customers} noneDetail={words.noneDetail}>
        {({ customerId, name, registeredOn, lastVisitOn }) => (
          <Person key={customerId} id={customerId} name={name}>
            {words.registeredOn(registeredOn)}
            {lastVisitOn && `, ${words.lastVisitOn(lastVisitOn)}`}
          </Person>
        )}
      </PeopleList>
    </div>
  )
}
