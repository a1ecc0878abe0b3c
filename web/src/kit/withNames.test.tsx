import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withNames } from './withNames'

test.each([
  ['Visita de Ana Ruiz deshecha.', ['Ana Ruiz'], ['Ana Ruiz']],
  ['Añadir a Ana y Ana Belén a la familia Ruiz', ['Ana', 'Ana Belén', 'Ruiz'], ['Ana', 'Ana Belén', 'Ruiz']],
  ['¿Dar de baja «Tableta (1) $&.*»?', ['Tableta (1) $&.*'], ['Tableta (1) $&.*']],
  ['Abrir la familia Ruiz', ['Familia Ruiz'], ['Ruiz']],
  ['Ana y Ana', ['Ana'], ['Ana', 'Ana']],
  ['Nadie', ['', null, undefined, ' '], []],
  ['Sin el nombre', ['Ana'], []],
])('in %j the names %j are protected from translation', (sentence, names, protectedNames) => {
  const { container } = render(<p>{withNames(sentence, ...names)}</p>)
  expect(container).toHaveTextContent(sentence)
  expect([...container.querySelectorAll('[translate="no"]')].map((name) => name.textContent)).toEqual(
    protectedNames,
  )
})
