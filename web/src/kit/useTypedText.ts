import { type SyntheticEvent, useRef, useState } from 'react'

interface TypedTextOptions {
  value: string
  show: (value: string) => string
  /** Null if the text has no value. */
  read: (text: string) => string | null
  /** Null for a text that has no value. */
  onRead: (value: string | null) => void
}

interface TypedText {
  text: string
  /** The value when the user left the field; undefined while they edit it. */
  leftAt?: string
}

/**
 * A field whose value can be typed in several forms. On blur, a readable text is formatted, and an unreadable one is
 * reported until the text or value changes.
 */
export function useTypedText({ value, show, read, onRead }: TypedTextOptions) {
  const [typedText, setTypedText] = useState<TypedText | null>(null)
  const isShown = typedText !== null && (typedText.leftAt === undefined || typedText.leftAt === value)
  const selection = useSelectOnFocus()
  const leave = () => {
    if (!typedText) return
    setTypedText(
      !typedText.text.trim() || read(typedText.text) !== null ? null : { ...typedText, leftAt: value },
    )
  }
  return {
    unread: isShown && typedText.leftAt !== undefined ? typedText.text : null,
    input: {
      value: isShown ? typedText.text : show(value),
      onChange: ({ target: { value: text } }: { target: { value: string } }) => {
        setTypedText({ text })
        onRead(read(text))
      },
      onBlur: leave,
      ...selection,
    },
  }
}

type OnInput = SyntheticEvent<HTMLInputElement>

/**
 * Selects the content when the user enters the field. A click places the caret after the focus event, so it
 * selects again.
 */
function useSelectOnFocus() {
  const isEntering = useRef(false)
  return {
    onPointerDown: ({ currentTarget }: OnInput) => {
      isEntering.current = document.activeElement !== currentTarget
    },
    onFocus: ({ currentTarget }: OnInput) => currentTarget.select(),
    onClick: ({ currentTarget }: OnInput) => {
      if (isEntering.current) currentTarget.select()
      isEntering.current = false
    },
  }
}
