import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'

interface LinkPanelProps {
  to: NonNullable<LinkProps['to']>
  title: string
  detail: string
  link: string
}

export function LinkPanel({ to, title, detail, link }: LinkPanelProps) {
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
