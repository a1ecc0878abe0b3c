import { Search } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { controlLook } from '@/kit/Field'
import { texts } from './texts'
import { useRequestedFocus } from './useRequestedFocus'

interface SearchBoxProps {
  value: string
  onChange: (text: string) => void
  onEnter: () => void
}

export function SearchBox({ value, onChange, onEnter }: SearchBoxProps) {
  const id = useId()
  const input = useRequestedFocus()
  return (
    <search className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {texts.search}
      </label>
      <div className="flex gap-2">
        <span className="relative grid flex-1 items-center">
          <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-5 text-ink-soft" />
          <input
            ref={input}
            id={id}
            type="search"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter()
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={200}
            aria-describedby={`${id}-keys`}
            className={cx(controlLook, 'pl-10 [&::-webkit-search-cancel-button]:appearance-none')}
          />
        </span>
        <Button variant="secondary" disabled={value === ''} onClick={() => onChange('')}>
          {texts.clear}
        </Button>
      </div>
      <p id={`${id}-keys`} className="hidden text-small text-ink-soft lg:block">
        {texts.keys}
      </p>
    </search>
  )
}
