import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cx } from '@/kit/cx'
import { type Section, sections } from './sections'
import { texts } from './texts'

interface SectionNavProps {
  /** Undefined at the address of all settings. A phone then shows only this list. */
  chosenSection: Section | undefined
  shownSection: Section
  isEdited: (section: Section) => boolean
}

/** A list beside the sections on a desk, a separate screen on a phone. */
export function SectionNav({ chosenSection, shownSection, isEdited }: SectionNavProps) {
  return (
    <nav
      aria-label={texts.sections.label}
      className={cx('lg:sticky lg:top-[calc(var(--rail-top,0px)+24px)]', chosenSection && 'max-lg:hidden')}
    >
      <ul className="grid rounded-box border border-rule bg-card max-lg:divide-y max-lg:divide-rule lg:gap-0.5 lg:border-0 lg:bg-transparent">
        {sections.map((section) => (
          <li key={section}>
            <Link
              to="/app/settings"
              search={{ seccion: section }}
              hash=""
              aria-current={section === shownSection ? 'true' : undefined}
              className={cx(
                'flex min-h-13 items-center gap-2 px-4 font-semibold lg:min-h-target lg:rounded-box lg:px-3 lg:font-normal',
                'hover:bg-well lg:[&[aria-current]]:bg-accent-wash lg:[&[aria-current]]:font-semibold lg:[&[aria-current]]:text-accent',
              )}
            >
              <span className="min-w-0 flex-1">{texts.sections.names[section]}</span>
              {isEdited(section) && (
                <span className="size-2.5 flex-none rounded-full bg-caution" title={texts.sections.edited}>
                  <span className="sr-only">{texts.sections.edited}</span>
                </span>
              )}
              <ChevronRight aria-hidden="true" className="size-5 text-ink-soft lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function BackToSections() {
  return (
    <Link
      to="/app/settings"
      search={{}}
      className="flex min-h-target items-center gap-1 justify-self-start font-semibold text-accent lg:hidden"
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
      {texts.sections.all}
    </Link>
  )
}
