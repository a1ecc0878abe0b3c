import { cookies, type LegalText, legalNotice, privacy } from './texts'

/** How personal data are treated. */
export const PrivacyScreen = () => <LegalPage page={privacy} />

/** Who answers for this site, and on what terms. */
export const LegalNoticeScreen = () => <LegalPage page={legalNotice} />

/** What the browser keeps. */
export const CookiesScreen = () => <LegalPage page={cookies} />

function LegalPage({ page }: { page: LegalText }) {
  return (
    <article className="mx-auto grid max-w-prose gap-8">
      <h1 className="font-sign text-poster font-extrabold">{page.title}</h1>
      {page.sections.map(({ title, text }) => (
        <section key={title} className="grid gap-2">
          <h2 className="text-lead font-bold">{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  )
}
