import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { FormDialog } from './FormDialog'

const ignore = () => undefined

const dialog = (children: ReactNode, busy = false, result: ReactNode = null) => (
  <FormDialog
    title="Sellos"
    words={{ cancel: 'Cancelar', submit: 'Guardar', busy: 'Guardando…' }}
    busy={busy}
    result={result}
    onSubmit={ignore}
    onClose={ignore}
  >
    {children}
  </FormDialog>
)

const open = (children: ReactNode) => render(dialog(children))

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

test('the result is scrolled into view when the act ends', () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  const field = <input aria-label="Nota" />
  const { rerender } = render(dialog(field, true))
  expect(scrollIntoView).not.toHaveBeenCalled()
  rerender(dialog(field, false, <p>No llegó la respuesta.</p>))
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
  expect(scrollIntoView.mock.instances[0]).toContainElement(screen.getByText('No llegó la respuesta.'))
})

test('the result of an attempt that fails at once is scrolled into view, each time', () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  const field = <input aria-label="Nota" />
  const { rerender } = render(dialog(field))
  const failure = <p>Sin conexión.</p>
  const times = () => {
    const count = scrollIntoView.mock.calls.length
    scrollIntoView.mockClear()
    return count
  }
  times()
  rerender(dialog(field, false, failure))
  expect(times()).toBe(1)
  rerender(dialog(field, false, failure))
  expect(times()).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(times()).toBe(1)
})
