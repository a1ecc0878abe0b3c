import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'

/** TeamSection leads to the team and to the devices. */
export function TeamSection() {
  return (
    <>
      <Way to="/app/users" {...texts.team} />
      <Way to="/app/devices" {...texts.devices} />
    </>
  )
}

interface WayProps {
  to: NonNullable<LinkProps['to']>
  title: string
  detail: string
  link: string
}

function Way({ to, title, detail, link }: WayProps) {
  return (
    <Panel title={title}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-ink-soft">{detail}</p>
        <Link to={to} className={buttonLook({ variant: 'secondary' })}>
          {link}
        </Link>
      </div>
    </Panel>
  )
}
