import { StampCard } from '@/card/stamp-card/StampCard'
import { buttonLook } from '@/kit/buttonLook'
import { useTitle } from '@/lib/useTitle'
import { texts } from './texts'

export function LandingScreen() {
  useTitle(texts.pageTitle, texts.product)
  return (
    <div className="grid gap-10 sm:py-4 lg:gap-14">
      <div className="grid items-center gap-8 lg:grid-cols-[1fr_minmax(0,27.5rem)] lg:gap-16">
        <div className="grid justify-items-start gap-6">
          <h1 className="font-sign text-display font-extrabold text-balance sm:text-poster">{texts.title}</h1>
          <p className="max-w-prose text-counter text-ink-soft">{texts.intro}</p>
          <a href="/login" className={buttonLook({ size: 'counter' })}>
            {texts.enter}
          </a>
        </div>
        <StampCard
          businessName={texts.sampleBusiness}
          customerName={texts.sampleCustomer}
          count={6}
          target={10}
          halfMilestone={5}
          pendingKinds={['HALF']}
          className="justify-self-center"
        />
      </div>
      <Steps />
      <p className="text-ink-soft">
        <strong className="text-ink">{texts.customerTitle}</strong> {texts.customer}{' '}
        <a
          href="/portal"
          className="inline-flex min-h-target items-center font-semibold text-ink underline underline-offset-4"
        >
          {texts.customerCard}
        </a>
      </p>
    </div>
  )
}

function Steps() {
  return (
    <ol
      aria-label={texts.stepsLabel}
      className="grid gap-6 border-y border-rule py-8 sm:grid-cols-3 sm:gap-8 lg:gap-12"
    >
      {texts.steps.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1">
          <span aria-hidden="true" className="row-span-2 font-sign text-poster font-extrabold text-accent">
            {index + 1}
          </span>
          <h2 className="text-counter font-bold">{title}</h2>
          <p className="text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
