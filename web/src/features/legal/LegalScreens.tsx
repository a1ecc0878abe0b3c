import { Responsible } from './Responsible'
import { cookies, type LegalSection, type LegalText, legalNotice, privacy, texts } from './texts'

/** How personal data are treated. */
export const PrivacyScreen = () => <LegalPage page={privacy} />

/** Who answers for this site, and on what terms. */
export const LegalNoticeScreen = () => <LegalPage page={legalNotice} />

/** What the browser keeps. */
export const CookiesScreen = () => <LegalPage page={cookies} />

function LegalPage({ page }: { page: LegalText }) {
  return (
    <article className="mx-auto grid max-w-2xl gap-10">
      <header className="grid gap-3 border-b border-rule pb-8">
        <h1 className="font-sign text-display font-extrabold sm:text-poster">{page.title}</h1>
        <p className="text-counter text-ink-soft">{page.intro}</p>
        <p className="text-small text-ink-soft">{texts.updated}</p>
      </header>
      {page.sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </article>
  )
}

function Section({ section: { title, paragraphs, points, showsResponsible } }: { section: LegalSection }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-sign text-title font-bold">{title}</h2>
      {showsResponsible && <Responsible />}
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
