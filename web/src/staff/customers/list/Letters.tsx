import { Link } from '@tanstack/react-router'
import { letters } from '../listSearch'
import { texts } from './texts'

export function Letters({ chosenLetter }: { chosenLetter: string | undefined }) {
  return (
    <nav aria-label={texts.letters.label} className="letters">
      {letters.map((letter) => (
        <Link
          key={letter}
          to="/app/customers/list"
          search={(others) => ({ ...others, from: letter === chosenLetter ? undefined : letter })}
          replace
          resetScroll={false}
          aria-current={letter === chosenLetter ? 'true' : undefined}
          aria-label={letter === chosenLetter ? texts.letters.leave(letter) : texts.letters.from(letter)}
          onClick={({ currentTarget }) => scrollToList(currentTarget)}
        >
          {letter}
        </Link>
      ))}
    </nav>
  )
}

/** The letters stick to the top of the screen, so the first row goes below them. */
function scrollToList(link: HTMLElement): void {
  const start = link.closest('.letters')?.parentElement
  const above = start?.getBoundingClientRect().top ?? 0
  if (above < 0) window.scrollBy(0, above)
}
