import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { FormDialog } from './FormDialog'

function open(children: ReactNode) {
  const ignore = () => undefined
  render(
    <FormDialog
      title="Sellos"
      words={{ cancel: 'Cancelar', submit: 'Guardar', busy: 'Guardando…' }}
      busy={false}
      result={null}
      onSubmit={ignore}
      onClose={ignore}
    >
      {children}
    </FormDialog>,
  )
}

test('the first enabled field has the focus', () => {
  open(
    <>
      <input type="hidden" name="version" />
      <input aria-label="Titular" disabled />
      <input aria-label="Nota" />
    </>,
  )
  expect(screen.getByLabelText('Nota')).toHaveFocus()
})

test('a form that begins with radio buttons focuses the selected one', () => {
  open(
    <>
      <input type="radio" name="kind" aria-label="Añadir" />
      <input type="radio" name="kind" aria-label="Quitar" defaultChecked />
    </>,
  )
  expect(screen.getByLabelText('Quitar')).toHaveFocus()
})
