import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './Button'
import { ConfirmDialog } from './ConfirmDialog'
import { Dialog } from './Dialog'

function open(props: { busy?: boolean; once?: boolean } = {}) {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="¿Archivar?" actions={<Button>Archivar</Button>} {...props}>
      <p>Dejará de aparecer.</p>
    </Dialog>,
  )
  return { onClose, dialog: screen.getByRole<HTMLDialogElement>('dialog'), words: screen.getByText(/Dejará/) }
}

/** Presses Escape: the browser fires a cancelable event, then closes. */
function pressEscape(dialog: HTMLDialogElement) {
  if (!fireEvent.keyDown(dialog, { key: 'Escape' })) return
  if (fireEvent(dialog, new Event('cancel', { cancelable: true }))) closeByBrowser(dialog)
}

/** Closes without a cancelable event, as the back gesture and a second Escape do. */
function closeByBrowser(dialog: HTMLDialogElement) {
  dialog.close()
  fireEvent(dialog, new Event('close'))
}

test('a click counts as outside only where it began and ended outside', async () => {
  const { onClose, dialog, words } = open()
  await userEvent.pointer([{ keys: '[MouseLeft>]', target: words }, { target: dialog }, '[/MouseLeft]'])
  fireEvent.click(dialog) // the browser's click after a selection that ends there
  expect(onClose, 'from the text to the outside').not.toHaveBeenCalled()
  await userEvent.pointer([{ keys: '[MouseLeft>]', target: dialog }, { target: words }, '[/MouseLeft]'])
  fireEvent.click(dialog)
  expect(onClose, 'from the outside to the text').not.toHaveBeenCalled()
  await userEvent.click(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a click outside does not discard input', async () => {
  const onClose = vi.fn()
  const question = (isOpen: boolean) => (
    <Dialog open={isOpen} onClose={onClose} title="Nota">
      <input aria-label="Corte" />
    </Dialog>
  )
  const { rerender } = render(question(true))
  const dialog = screen.getByRole('dialog')
  await userEvent.type(screen.getByLabelText('Corte'), 'Al 1')
  await userEvent.click(dialog)
  expect(onClose).not.toHaveBeenCalled()
  pressEscape(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledTimes(1)
  rerender(question(false))
  rerender(question(true))
  await userEvent.click(dialog)
  expect(onClose, 'nothing was typed since it opened again').toHaveBeenCalledTimes(2)
})

test('Escape and the close button request to close', async () => {
  const { onClose, dialog } = open()
  pressEscape(dialog)
  expect(onClose).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(onClose).toHaveBeenCalledTimes(2)
  closeByBrowser(dialog)
  expect(onClose).toHaveBeenCalledTimes(3)
})

test.each([
  ['that waits for a response', { busy: true }],
  ['that shows something once', { once: true }],
])('a dialog %s closes only by its own buttons', async (_, props) => {
  const { onClose, dialog } = open(props)
  pressEscape(dialog)
  await userEvent.click(dialog)
  closeByBrowser(dialog)
  const cross = screen.queryByRole('button', { name: 'Cerrar' })
  if (cross) await userEvent.click(cross)
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog).toHaveAttribute('open')
})

test('a confirmation in progress cannot be cancelled', async () => {
  const onClose = vi.fn()
  const question = (busy: boolean) => (
    <ConfirmDialog
      open
      title="¿Archivar?"
      confirm="Archivar"
      busy={busy}
      busyLabel="Archivando…"
      onConfirm={() => undefined}
      onClose={onClose}
    >
      Dejará de aparecer.
    </ConfirmDialog>
  )
  const { rerender } = render(question(true))
  const ways = ['Cancelar', 'Cerrar'].map((name) => screen.getByRole('button', { name }))
  for (const way of ways) {
    expect(way).toBeDisabled()
    await userEvent.click(way)
  }
  expect(onClose).not.toHaveBeenCalled()
  rerender(question(false))
  for (const way of ways) await userEvent.click(way)
  expect(onClose).toHaveBeenCalledTimes(2)
})
