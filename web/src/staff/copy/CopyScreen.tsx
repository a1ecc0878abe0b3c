import { Download } from 'lucide-react'
import { useOwnCopy } from '@/acts/staff/ownCopy'
import type { CustomerFormat, OwnCopy } from '@/api/ownCopy'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const formats: CustomerFormat[] = ['csv', 'xlsx', 'vcf']

const icon = <Download aria-hidden="true" className="size-5" />

export function CopyScreen() {
  const download = useOwnCopy()
  const running = download.isPending ? download.variables : null
  const isBlocked = (copy: OwnCopy) => running !== null && running !== copy
  const start = (copy: OwnCopy) => download.isPending || download.mutate(copy)
  // Below the pressed button: on a phone the top of the page is out of sight.
  const failure = download.isError && <Message text={`❌ ${errorText(download.error, texts.failed)}`} />
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      </header>
      <Panel title={texts.whole.title}>
        <div className="grid justify-items-start gap-4">
          <p className="max-w-prose">{texts.whole.detail}</p>
          <p className="max-w-prose text-ink-soft">{texts.whole.omits}</p>
          <Button
            icon={icon}
            busy={running === 'zip'}
            busyLabel={texts.busy}
            disabled={isBlocked('zip')}
            onClick={() => start('zip')}
          >
            {texts.whole.button}
          </Button>
          {download.variables === 'zip' && failure}
        </div>
      </Panel>
      <Panel title={texts.list.title}>
        <div className="grid gap-4">
          <p className="max-w-prose">{texts.list.detail}</p>
          <ul className="grid gap-4 sm:grid-cols-3">
            {formats.map((format) => (
              <FormatChoice
                key={format}
                format={format}
                busy={running === format}
                blocked={isBlocked(format)}
                onChoose={() => start(format)}
              />
            ))}
          </ul>
          {download.variables !== 'zip' && failure}
        </div>
      </Panel>
    </div>
  )
}

interface FormatChoiceProps {
  format: CustomerFormat
  busy: boolean
  /** True while another download runs. The server prepares one at a time. */
  blocked: boolean
  onChoose: () => void
}

function FormatChoice({ format, busy, blocked, onChoose }: FormatChoiceProps) {
  const [name, use] = texts.list.formats[format]
  return (
    <li className="grid content-start justify-items-start gap-2">
      <Button
        variant="secondary"
        icon={icon}
        busy={busy}
        busyLabel={texts.busy}
        disabled={blocked}
        aria-label={busy ? undefined : texts.list.download(name)}
        onClick={onChoose}
      >
        {name}
      </Button>
      <p className="text-small text-ink-soft">{use}</p>
    </li>
  )
}
