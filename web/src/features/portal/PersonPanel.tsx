import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '@/api/error'
import type { OwnData } from '@/api/types'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { isMinor } from '@/lib/minors'
import { formatPhone } from '@/lib/phone'
import { useKept } from '@/lib/useKept'
import { BirthdayField } from '@/ui/BirthdayField'
import { Button } from '@/ui/Button'
import { birthdayFaultIn } from '@/ui/birthdayFault'
import { Fact, FactList } from '@/ui/FactList'
import { focusFirstError } from '@/ui/focusFirstError'
import { GuardianFields, guardianIn, noGuardian } from '@/ui/guardian/GuardianFields'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { TextField } from '@/ui/TextField'
import { type Correction, correct, mustBeOpen } from './ownData'
import { correctionKey } from './session'
import { texts } from './texts'

const words = texts.data.person

interface PersonPanelProps {
  whose: string
  data: OwnData
  onChanged: (data: OwnData) => void
}

/** Who the customer is to the business, to be read and corrected. */
export function PersonPanel({ whose, data, onChanged }: PersonPanelProps) {
  const [draft, setDraft] = useKept<Draft | null>(correctionKey, null)
  const title = data.child ? words.titleOf(data.name) : words.title
  if (draft?.before && draft.of === whose) {
    return (
      <Panel title={title}>
        <CorrectionForm
          whose={whose}
          data={data}
          draft={draft}
          onDraft={setDraft}
          onCancel={() => setDraft(null)}
          onChanged={(changed) => {
            onChanged(changed)
            setDraft(null)
          }}
        />
      </Panel>
    )
  }
  return (
    <Panel
      title={title}
      actions={
        <Button variant="secondary" onClick={() => setDraft(draftOf(whose, data))}>
          {words.correct}
        </Button>
      }
    >
      <FactList>
        <Fact name={words.name}>{data.name}</Fact>
        <Fact name={words.phone}>
          {data.phone ? formatPhone(data.phone) : data.child ? words.yourPhone : words.none}
        </Fact>
        <Fact name={words.email}>{data.email ?? words.none}</Fact>
        <Fact name={words.birthday}>{data.birthday ? sayDay(data.birthday) : words.none}</Fact>
        {data.guardianName && <Fact name={words.guardian}>{data.guardianName}</Fact>}
        {data.familyName && <Fact name={words.family}>{data.familyName}</Fact>}
        {data.tag && <Fact name={words.tag}>{data.tag}</Fact>}
        {data.notes && <Fact name={words.notes}>{data.notes}</Fact>}
        <Fact name={words.since}>{sayDay(localDay(new Date(data.createdAt), data.timezone))}</Fact>
        <Fact name={words.visits}>{data.visits.length}</Fact>
        <Fact name={words.rewards}>{data.rewards.length}</Fact>
        <Fact name={words.messages}>{data.messages.length}</Fact>
      </FactList>
    </Panel>
  )
}

const saidIn = ({ name, email, birthday }: OwnData) => ({
  name,
  email: email ?? '',
  birthday: birthday ?? '',
})

/** What is typed, of whom, and what stood there before. */
const draftOf = (of: string, data: OwnData) => ({ of, ...saidIn(data), ...noGuardian, before: saidIn(data) })

type Draft = ReturnType<typeof draftOf>

/** What was changed, null for what is empty. A guardian goes with the birth date that she is asked for. */
function correctionIn({ name, email, birthday, before }: Draft, withGuardian: boolean): Correction {
  return {
    ...(name !== before.name && { name }),
    ...(email !== before.email && { email: email || null }),
    ...((birthday !== before.birthday || withGuardian) && { birthday: birthday || null }),
  }
}

interface CorrectionProps extends PersonPanelProps {
  draft: Draft
  onDraft: (draft: Draft) => void
  onCancel: () => void
}

function CorrectionForm({ whose, data, draft, onDraft, onChanged, onCancel }: CorrectionProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)
  const [wrongBirthday, setWrongBirthday] = useState<string>()
  const [busy, setBusy] = useState(false)
  const fields = failure instanceof ApiError ? failure.fieldErrors : {}
  const wasMinor = isMinor(data.birthday)
  const asksGuardian = Boolean(fields.guardianName || fields.guardianConsent)
  const withGuardian = !data.guardianName && (isMinor(draft.birthday) || asksGuardian)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const wrong = birthdayFaultIn(event.currentTarget)
    setWrongBirthday(wrong)
    if (wrong) return focusFirstError(form)
    setBusy(true)
    setFailure(null)
    try {
      mustBeOpen(whose)
      onChanged(await correct({ ...correctionIn(draft, withGuardian), ...guardianIn(draft, withGuardian) }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      <TextField
        label={words.name}
        autoComplete="name"
        autoFocus
        maxLength={120}
        value={draft.name}
        error={fields.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        optional
        maxLength={254}
        value={draft.email}
        error={fields.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      <BirthdayField
        label={words.birthday}
        optional={!wasMinor}
        readOnly={wasMinor}
        help={wasMinor ? words.minorBirthday : words.birthdayHelp}
        value={draft.birthday}
        error={wrongBirthday ?? fields.birthday}
        onChange={(birthday) => {
          setFailure(null)
          setWrongBirthday(undefined)
          set({ birthday })
        }}
      />
      {withGuardian && <GuardianFields by="own" value={draft} problems={fields} onChange={set} />}
      {!data.child && <p className="text-small text-ink-soft">{words.phoneHelp}</p>}
      {failure !== null && (
        <Notice tone="error" title={words.notSaved}>
          {errorText(failure)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy} busyLabel={words.saving}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
