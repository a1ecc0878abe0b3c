import { Camera, CameraOff, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { isSamePhone } from '@/lib/phone'
import { classifyInput, type Input } from './classifyInput'
import type { Answer } from './counterState'
import { Matches } from './Matches'
import { texts } from './texts'
import type { Box } from './useBox'
import type { CounterController } from './useCounter'
import { type Match, useMatches } from './useMatches'

interface ScanBoxProps {
  counter: CounterController
  box: Box
  camera: boolean
  onCamera: () => void
}

/** The single input for QRs, phones and names, with live matches. */
export function ScanBox({ counter, box, camera, onCamera }: ScanBoxProps) {
  const [text, setText] = useState('')
  const [steppedIndex, setSteppedIndex] = useState<number | null>(null)
  const id = useId()
  const input = classifyInput(text)
  const matches = useMatches(input)
  const rows = matches?.items ?? []
  const chosenIndex = Math.min(steppedIndex ?? bestRow(rows, input), rows.length - 1)
  const chosenRow = rows[chosenIndex]

  // Closes the open card while other customers match the text: its large button would stamp the
  // wrong card.
  const { close } = counter
  const isAside = counter.state.answer.kind === 'found' && rows.length > 0 && matches?.current === true
  useEffect(() => {
    if (isAside) close()
  }, [isAside, close])

  const write = (typedText: string) => {
    setText(typedText)
    setSteppedIndex(null)
    // The panel's action belongs to the last text sent, so the panel closes.
    if (typedText !== '' && isOfLastText(counter.state.answer)) close()
  }
  const clearBox = () => {
    write('')
    box.focus()
  }

  /** Shows data from the server at once. A match from the snapshot has too few fields for a card. */
  const openMatch = (customer: Match) =>
    customer.snapshot ? counter.open(customer.id) : counter.open(customer.id, customer)

  const submit = async (typedText: string) => {
    const input = classifyInput(typedText)
    const isAsked = input.kind === 'search' || input.kind === 'phone' || input.kind === 'email'
    if (isAsked && chosenRow && matches?.current && typedText === text) {
      openMatch(chosenRow)
      return clearBox()
    }
    if (input.kind === 'search') {
      const isDone = await counter.findByText(input.text)
      // If the user has typed on, the new text belongs to another customer.
      if (isDone && box.input.current?.value === typedText) clearBox()
      return
    }
    clearBox()
    if (input.kind === 'scan' || input.kind === 'unknown') counter.scan(typedText, 'reader')
    if (input.kind === 'phone') await counter.findByPhone(input.phone)
    if (input.kind === 'email') await counter.findByEmail(input.email)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const typedText = event.currentTarget.value
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && rows.length > 0) {
      event.preventDefault()
      setSteppedIndex((chosenIndex + step + rows.length) % rows.length)
    } else if (event.key === 'Escape') {
      if (typedText) write('')
      else counter.close()
    } else if (event.key === 'Tab' && !event.shiftKey && endsScan(typedText)) {
      event.preventDefault()
      void submit(typedText)
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(box.input.current?.value ?? text)
  }

  const CameraIcon = camera ? CameraOff : Camera
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-counter font-semibold">
          {texts.box.label}
        </label>
        <div className="scan-box">
          <input
            ref={box.input}
            id={id}
            type="text"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={texts.box.placeholder}
            value={text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPointerDown={box.unfoldKeyboard}
          />
          <button
            type="button"
            className="scan-box-camera"
            aria-pressed={camera}
            aria-label={camera ? texts.camera.close : texts.camera.open}
            title={camera ? texts.camera.close : texts.camera.open}
            onClick={onCamera}
          >
            <CameraIcon aria-hidden="true" className="size-7" />
          </button>
        </div>
      </div>
      {input.kind === 'phone' && (
        <div className="answer-acts">
          <Button type="submit" variant="secondary" size="counter" icon={<Search aria-hidden="true" />}>
            {texts.box.search}
          </Button>
          <Button
            size="counter"
            className="px-2!"
            onClick={() => {
              clearBox()
              counter.addVisit({ phone: input.phone })
            }}
          >
            {texts.box.addByPhone}
          </Button>
        </div>
      )}
      {matches && (
        <Matches
          matches={matches}
          active={chosenRow ?? null}
          onOpen={(customer) => {
            clearBox()
            openMatch(customer)
          }}
          onAdd={(customer) => {
            clearBox()
            counter.addVisit({ customerId: customer.id })
          }}
        />
      )}
    </form>
  )
}

/** True if the panel offers an action about the last text sent. */
function isOfLastText(answer: Answer): boolean {
  return answer.kind === 'problem' && Boolean(answer.unknown ?? answer.sharedPhone)
}

/** The row that Enter opens: an exact phone match, otherwise the first. */
function bestRow(rows: readonly Customer[], input: Input): number {
  if (input.kind !== 'phone') return 0
  return Math.max(
    0,
    rows.findIndex(({ phone }) => isSamePhone(phone ?? '', input.phone)),
  )
}

function endsScan(typedText: string): boolean {
  const { kind } = classifyInput(typedText)
  return kind === 'scan' || kind === 'phone' || kind === 'unknown'
}
