import { Check } from 'lucide-react'
import { useId } from 'react'
import { type Colour, colours } from '@/card/stamp-card/colours'
import { texts } from './texts'

interface ColourChoiceProps {
  chosenColour: Colour
  onChoose: (colour: Colour) => void
}

export function ColourChoice({ chosenColour, onChoose }: ColourChoiceProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{texts.card.colour}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {colours.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-target cursor-pointer items-center gap-2.5 rounded-box border border-field px-2.5 py-1.5 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-well has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosenColour}
              onChange={() => onChoose(value)}
              className="peer sr-only"
            />
            <span
              data-colour={value}
              className="grid size-[1.75rem] flex-none place-items-center rounded-full bg-enamel text-on-enamel ring-1 ring-field forced-color-adjust-none peer-checked:[&>svg]:opacity-100"
            >
              <Check aria-hidden="true" strokeWidth={3} className="size-[1rem] opacity-0" />
            </span>
            <span className="text-small">{label}</span>
          </label>
        ))}
      </div>
      <p className="text-small text-ink-soft">{texts.card.colourHelp}</p>
    </fieldset>
  )
}
