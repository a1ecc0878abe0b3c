import { cx } from './cx'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'ink'
  /** `counter` is larger. */
  size?: 'regular' | 'counter'
  wide?: boolean
  /** True if the label contains a name, which may be long and wraps at any character. */
  named?: boolean
}

const variants = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong',
  secondary: 'bg-card text-ink border-field hover:border-ink',
  quiet: 'bg-transparent text-ink border-transparent underline-offset-4 hover:underline',
  danger: 'bg-refused text-on-refused border-refused hover:brightness-90',
  ink: 'bg-on-brass text-on-enamel border-on-brass hover:brightness-150 focus-visible:outline-on-brass',
} as const

const sizes = {
  regular: 'min-h-target px-4 py-2',
  counter: 'min-h-14 px-[min(1.5rem,5vw)] py-3 text-counter',
} as const

export function buttonLook({
  variant = 'primary',
  size = 'regular',
  wide = false,
  named = false,
}: ButtonLook = {}): string {
  return cx(
    'inline-grid place-items-center rounded-box border font-semibold text-center text-balance select-none [&_svg]:flex-none',
    'transition-[background-color,border-color,transform] active:not-disabled:translate-y-px',
    'disabled:cursor-not-allowed disabled:border-rule disabled:bg-well disabled:text-ink-soft',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    (wide || named) && 'grid-cols-[minmax(0,1fr)] wrap-anywhere',
    named && 'max-w-full',
  )
}

export const backLook =
  '-ml-2 flex min-h-target items-center gap-2 justify-self-start rounded-box px-2 font-semibold text-ink-soft underline-offset-4 hover:text-ink hover:underline'
