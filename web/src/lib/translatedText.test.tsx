import { act, render, screen } from '@testing-library/react'
import { h, render as renderByPreact } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followTranslator } from './followTranslator'
import { keepTextThroughTranslation } from './translatedText'

const renderedRow = (visits: number, customers: number, names: string[], note: string | null) => ({
  sentence: [`${visits}`, ' visitas de ', `${customers}`, ' clientes'],
  names,
  note,
})

const before = renderedRow(55, 17, ['Ana', 'Eva', 'Iria'], 'Es de prueba')
const after = renderedRow(44, 12, ['Iria', 'Ana'], null)

function ByReact({ sentence, names, note }: typeof before) {
  return (
    <section aria-label="Informe">
      <p>
        {sentence[0]}
        {sentence[1]}
        {sentence[2]}
        {sentence[3]}
      </p>
      <p>
        {note}
        <b>fijo</b>
      </p>
      <p>{names.join(', ')}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

const byPreact = ({ sentence, names, note }: typeof before) =>
  h('section', { 'aria-label': 'Informe' }, [
    h('p', null, ...sentence),
    h('p', null, note, h('b', null, 'fijo')),
    h('p', null, names.join(', ')),
    h(
      'ul',
      null,
      names.map((name) => h('li', { key: name }, name)),
    ),
  ])

type Replace = (text: Text, translation: HTMLElement) => void

const ways: Record<string, Replace> = {
  'in one step': (text, translation) => text.replaceWith(translation),
  'before it removes the text': (text, translation) => {
    text.before(translation)
    text.remove()
  },
  'after it has removed the text': (text, translation) => {
    const { parentNode, nextSibling } = text
    text.remove()
    parentNode?.insertBefore(translation, nextSibling)
  },
}

function translate(replace: Replace = (text, translation) => text.replaceWith(translation)) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter((text) => text.data.trim() && !text.parentElement?.closest('font'))) {
    const translation = document.createElement('font')
    translation.append(document.createElement('font'))
    translation.firstChild?.appendChild(document.createTextNode(`«${text.data}»`))
    replace(text, translation)
  }
}

const dataSetter = () => Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data')?.set

/** Waits until the mutation observers have run, which is after the task that makes the change. */
const flushObservers = () => act(async () => {})

const report = () => screen.getByRole('region', { name: 'Informe' })

let stop = () => {}

beforeEach(() => {
  stop = keepTextThroughTranslation(document)
})

afterEach(() => stop())

const drawers = {
  React: () => {
    const view = render(<ByReact {...before} />)
    return (next: typeof before) => view.rerender(<ByReact {...next} />)
  },
  Preact: () => {
    const container = document.body.appendChild(document.createElement('div'))
    renderByPreact(byPreact(before), container)
    return (next: typeof before) => {
      renderByPreact(byPreact(next), container)
    }
  },
}

describe.each(Object.entries(drawers))('a page rendered by %s', (_name, render) => {
  afterEach(() => document.body.replaceChildren())

  test.each(Object.entries(ways))('updates after a translator has replaced it %s', async (_way, replace) => {
    const change = render()
    translate(replace)
    await flushObservers()
    expect(report()).toHaveTextContent('«55»« visitas de »«17»« clientes»')

    change(after)

    expect(report().textContent).toBe('44 visitas de 12 clientes«fijo»Iria, Ana«Iria»«Ana»')
  })

  test('updates again after a new translation', async () => {
    const change = render()
    translate()
    await flushObservers()
    change(after)
    await flushObservers()
    translate()
    await flushObservers()

    change(before)

    expect(report().textContent).toBe(
      '55 visitas de 17 clientesEs de prueba«fijo»Ana, Eva, Iria«Ana»Eva«Iria»',
    )
  })

  test('updates after the translator has restored other texts', async () => {
    const change = render()
    translate()
    await flushObservers()
    for (const translation of report().querySelectorAll<HTMLElement>(':not(font) > font')) {
      translation.replaceWith((translation.textContent ?? '').slice(1, -1))
    }
    await flushObservers()

    change(after)

    expect(report().textContent).toBe('44 visitas de 12 clientesfijoIria, AnaIriaAna')
  })

  test('lets a sentence be translated as a whole when one of its words changes', async () => {
    const change = render()
    translate()
    await flushObservers()

    change({ ...before, sentence: ['56', ' visitas de ', '17', ' clientes'] })

    expect(report()).toHaveTextContent('56 visitas de 17 clientes')
  })
})

test('handles translations made before it was loaded', async () => {
  stop()
  const native = dataSetter()
  stop = followTranslator(document)
  const view = render(<ByReact {...before} />)
  translate()
  await vi.waitFor(async () => {
    await flushObservers()
    expect(dataSetter()).not.toBe(native)
  })
  view.rerender(<ByReact {...after} />)
  expect(report().textContent).toBe('44 visitas de 12 clientes«fijo»Iria, Ana«Iria»«Ana»')
})

test('patches nothing in a browser that does not translate', async () => {
  const { remove } = CharacterData.prototype
  const view = render(<ByReact {...before} />)
  view.rerender(<ByReact {...after} />)
  await flushObservers()
  expect(CharacterData.prototype.remove).toBe(remove)
})
