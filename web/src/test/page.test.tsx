import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { computedByJsdom } from './page'

const view = document.defaultView as Window
const properties = ['display', 'visibility', 'opacity', 'pointerEvents'] as const
const inSheets = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('elements have the display, visibility, opacity and pointer events that jsdom computes', () => {
  render(
    <main>
      <h1>Uno</h1>
      <p style={{ visibility: 'hidden' }}>
        Dos <b>tres</b> <i style={{ visibility: 'visible' }}>cuatro</i>
      </p>
      <div style={{ display: 'none' }}>
        <span>cinco</span>
      </div>
      <div style={{ opacity: 0 }}>
        <em>seis</em>
      </div>
      <div style={{ pointerEvents: 'none' }}>
        <b style={{ pointerEvents: 'auto' }}>seis</b> <em>y medio</em>
      </div>
      <section hidden>
        <ul>
          <li>siete</li>
        </ul>
      </section>
      <dialog>ocho</dialog>
      <dialog open>nueve</dialog>
      <details>
        <summary>diez</summary>
        <p>once</p>
      </details>
      <table>
        <thead>
          <tr>
            <th>doce</th>
          </tr>
        </thead>
        <tbody>
          <tr hidden>
            <td>trece</td>
          </tr>
        </tbody>
      </table>
      <input type="hidden" />
      <input />
      <button type="button">catorce</button>
      <svg aria-hidden="true">
        <path d="" />
      </svg>
    </main>,
  )
  const elements = [...document.querySelectorAll('*')]
  const stylesOf = (styles: (element: Element) => CSSStyleDeclaration) =>
    elements.map((element) => [
      element.localName,
      ...properties.flatMap((name) => [
        styles(element)[name],
        styles(element).getPropertyValue(inSheets(name)),
      ]),
    ])
  expect(stylesOf((element) => view.getComputedStyle(element))).toEqual(stylesOf(computedByJsdom))
})

test('elements are found by id as jsdom finds them', () => {
  document.body.innerHTML = '<p id="twice"></p><main id="main"><i id="twice"></i><b id="once"></b></main>'
  const main = document.querySelector('main') as HTMLElement
  const byId = (within: ParentNode, id: string) => within.querySelector(`[id="${id}"]`)
  expect(byId(document, 'twice')?.localName).toBe('p')
  expect(byId(main, 'twice')?.localName).toBe('i')
  expect(byId(main, 'once')?.localName).toBe('b')
  expect(byId(main, 'main')).toBeNull()
  expect(byId(main, 'none')).toBeNull()
  main.remove()
  expect(byId(main, 'once')?.localName).toBe('b')
  document.body.innerHTML = ''
})
