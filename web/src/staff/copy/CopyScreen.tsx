import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CustomerFormat, OwnCopy } from '@/api/ownCopy'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { PasswordDialog } from './PasswordDialog'
import { texts } from './texts'

const formats: CustomerFormat[] = ['csv', 'xlsx', 'vcf']

const icon = <Download aria-hidden="true" className="size-5" />

/** CopyScreen lets the owner download all of the business, or the list of its customers. */
export function CopyScreen() {
  const [chosen, setChosen] = useState<OwnCopy | null>(null)
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
          <Button icon={icon} onClick={() => setChosen('zip')}>
            {texts.whole.button}
          </Button>
        </div>
      </Panel>
      <Panel title={texts.list.title}>
        <div className="grid gap-4">
          <p className="max-w-prose">{texts.list.detail}</p>
          <ul className="grid gap-4 sm:grid-cols-3">
            {formats.map((format) => (
              <FormatChoice key={format} format={format} onChoose={() => setChosen(format)} />
            ))}
          </ul>
        </div>
      </Panel>
      {chosen && <PasswordDialog key={chosen} copy={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

function FormatChoice({ format, onChoose }: { format: CustomerFormat; onChoose: () => void }) {
  const [name, use] = texts.list.formats[format]
  return (
    <li className="grid content-start justify-items-start gap-2">
      <Button variant="secondary" icon={icon} aria-label={texts.list.download(name)} onClick={onChoose}>
        {name}
      </Button>
      <p className="text-small text-ink-soft">{use}</p>
    </li>
  )
}
