import { Link } from '@tanstack/react-router'
import { buttonLook } from '@/ui/buttonLook'
import { StampCard } from '@/ui/stamp-card/StampCard'
import { texts } from './texts'

/** What a visitor without a session sees: what this is, shown by the thing itself. */
export function LandingScreen() {
  return (
    <div className="grid items-center gap-10 py-4 sm:py-10 lg:grid-cols-[1fr_minmax(0,27.5rem)] lg:gap-16">
      <div className="grid justify-items-start gap-6">
        <h1 className="font-sign text-display font-extrabold text-balance sm:text-poster">{texts.title}</h1>
        <p className="max-w-prose text-counter text-ink-soft">{texts.intro}</p>
        <Link to="/login" className={buttonLook({ size: 'counter' })}>
          {texts.enter}
        </Link>
        <p className="max-w-prose border-t border-rule pt-6 text-ink-soft">
          <strong className="block text-ink">{texts.customerTitle}</strong>
          {texts.customer}
        </p>
      </div>
      <StampCard
        businessName={texts.sampleBusiness}
        customerName={texts.sampleCustomer}
        count={6}
        target={10}
        halfMilestone={5}
        pendingKinds={[]}
        className="justify-self-center"
      />
    </div>
  )
}
