import { useMatches } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { helpPath } from '@/lib/helpPages'
import { texts } from '../texts'

/** Opens another tab, so that typed text stays. */
export function ScreenHelp() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.help })
  return (
    <a
      href={helpPath(page)}
      target="_blank"
      rel="noopener"
      aria-label={texts.helpOf}
      className="flex min-h-target min-w-target items-center justify-center gap-1.5 rounded-box px-2 font-semibold text-ink-soft hover:bg-well hover:text-ink"
    >
      <CircleQuestionMark aria-hidden="true" className="size-6 flex-none" />
      <span className="hidden sm:block">{texts.help}</span>
    </a>
  )
}
