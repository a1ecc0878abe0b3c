import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '@/kit/Dialog'
import { useLostFocus } from './useLostFocus'

function Screen({ children }: { children: ReactNode }) {
  useLostFocus()
  return children
}

function Vanishing({ name }: { name: string }) {
  const [isGone, setGone] = useState(false)
  return (
    !isGone && (
      <button type="button" onClick={() => setGone(true)}>
        {name}
      </button>
    )
  )
}

const show = (content: ReactNode) =>
  render(
    <main>
      <Screen>{content}</Screen>
    </main>,
  )

test('the panel of a removed button takes the focus', async () => {
  show(
    <section aria-label="Miembros">
      <Vanishing name="Quitar" />
    </section>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Quitar' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Miembros' })).toHaveFocus())
})

test('an open dialog takes the focus of its removed button', async () => {
  show(
    <Dialog open title="Negocio creado" onClose={() => undefined}>
      <Vanishing name="Crear" />
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Crear' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus())
})

test('if the panel is removed too, the screen takes the focus', async () => {
  const { rerender } = show(
    <section>
      <button type="button">Descartar</button>
    </section>,
  )
  act(() => screen.getByRole('button').focus())
  rerender(
    <main>
      <Screen>nada</Screen>
    </main>,
  )
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('if the panel is hidden, the screen takes the focus', async () => {
  show(
    <section>
      <Vanishing name="Reintentar" />
    </section>,
  )
  const panel = screen.getByRole('button').closest('section') as HTMLElement
  vi.spyOn(panel, 'focus').mockReturnValue() // a hidden element ignores it
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('a focus that the user or the screen has moved is not changed', async () => {
  const { rerender } = show(
    <section>
      <button type="button">Descartar</button>
      <input />
    </section>,
  )
  act(() => screen.getByRole('button').focus())
  rerender(
    <main>
      <Screen>
        <section>
          {null}
          <input />
        </section>
      </Screen>
    </main>,
  )
  act(() => screen.getByRole('textbox').focus())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getByRole('textbox')).toHaveFocus()
  act(() => screen.getByRole('textbox').blur())
  await new Promise((resolve) => setTimeout(resolve, 100))
  rerender(<main>nada</main>)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.body).toHaveFocus()
})
