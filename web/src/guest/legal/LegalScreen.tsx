import { useEffect } from 'react'
import { type LegalPageName, legalPath } from '@/lib/legalPages'
import { useTitle } from '@/lib/useTitle'
import { DataController } from './DataController'
import { type LegalSection, legalTexts, texts } from './texts'
import type { LegalSubject } from './useDataController'

interface LegalScreenProps {
  about: LegalPageName
  subject: LegalSubject
}

export function LegalScreen({ about, subject }: LegalScreenProps) {
  const page = legalTexts[about]
  useTitle(page.title, texts.product)
  const { onDevice } = subject
  useEffect(() => {
    // Adds the business of this device to the address, so that a shared link names it too.
    if (onDevice) {
      const { history, location } = window
      history.replaceState(history.state, '', legalPath(about, onDevice) + location.hash)
    }
  }, [about, onDevice])
  return (
    <article className="mx-auto grid max-w-2xl gap-10">
      <header className="grid gap-3 border-b border-rule pb-8">
        <h1 className="font-sign text-display font-extrabold sm:text-poster">{page.title}</h1>
        <p className="text-counter text-ink-soft">{page.intro}</p>
        <p className="text-small text-ink-soft">{texts.updated}</p>
      </header>
      {page.sections.map((section) => (
        <Section key={section.title} section={section} subject={subject} />
      ))}
    </article>
  )
}

function Section({ section, subject }: { section: LegalSection; subject: LegalSubject }) {
  const { title, paragraphs, points, showsController } = section
  return (
    <section className="grid gap-3">
      <h2 className="font-sign text-title font-bold">{title}</h2>
      {showsController && <DataController subject={subject} />}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points && (
        <dl className="grid gap-3">
          {points.map(({ term, text }) => (
            <div key={term} className="grid gap-x-6 border-l-2 border-rule pl-4 sm:grid-cols-[11rem_1fr]">
              <dt className="font-semibold">{term}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
