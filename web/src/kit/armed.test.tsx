import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { OwedPanel } from '@/card/OwedPanel'
import { Button } from './Button'
import { buttonLook } from './buttonLook'
import { ConfirmDialog } from './ConfirmDialog'
import { InlineConfirm } from './InlineConfirm'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

// Spec: checkin-23
test('a button that redeems ignores clicks in its first second', () => {
  const spend = vi.fn()
  render(
    <Button arms="r1" onClick={spend}>
      Canjear
    </Button>,
  )
  press('Canjear')
  pass(999)
  press('Canjear')
  expect(spend).not.toHaveBeenCalled()
  expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  pass(1)
  press('Canjear')
  expect(spend).toHaveBeenCalledOnce()
  expect(screen.getByRole('button')).not.toHaveAttribute('aria-disabled')
})

// Spec: checkin-23
test('a double tap does not redeem the next reward of the same kind', () => {
  const redeem = vi.fn()
  const owed = (id: string) => <OwedPanel kind="FREE" arms={id} onRedeem={() => redeem(id)} />
  const { rerender } = render(owed('r1'))
  pass(1000)
  press('Canjear')
  rerender(owed('r2'))
  press('Canjear')
  expect(redeem.mock.calls).toEqual([['r1']])
  pass(1000)
  press('Canjear')
  expect(redeem.mock.calls).toEqual([['r1'], ['r2']])
})

test.each([
  ['an act that deletes', { danger: true }, 0],
  ['an act that spends', { costly: true }, 0],
  ['a harmless act', {}, 1],
])('the double tap that opens a confirmation confirms harmless acts only: %s', (_what, kind, calls) => {
  const confirm = vi.fn()
  const question = (open: boolean) => (
    <ConfirmDialog
      {...kind}
      open={open}
      title="¿Seguro?"
      confirm="Sí"
      busy={false}
      busyLabel="…"
      onConfirm={confirm}
      onClose={() => undefined}
    >
      {null}
    </ConfirmDialog>
  )
  const { rerender } = render(question(false))
  pass(1000)
  rerender(question(true))
  press('Sí')
  expect(confirm).toHaveBeenCalledTimes(calls)
  pass(1000)
  press('Sí')
  expect(confirm).toHaveBeenCalledTimes(calls + 1)
})

const look = (name: string) => screen.getByRole('button', { name, hidden: true }).className

test.each([
  ['spends', 'primary', 'secondary', { costly: true }],
  ['deletes', 'secondary', 'danger', { danger: true }],
  ['deletes and spends', 'secondary', 'danger', { danger: true, costly: true }],
  ['costs nothing', 'secondary', 'primary', {}],
] as const)(
  'a dialog about an act that %s has a %s cancel and a %s confirm button',
  (_what, cancel, confirm, kind) => {
    render(
      <ConfirmDialog
        {...kind}
        open
        title="¿Seguro?"
        confirm="Sí"
        busy={false}
        busyLabel="…"
        onConfirm={() => undefined}
        onClose={() => undefined}
      >
        {null}
      </ConfirmDialog>,
    )
    expect(look('Cancelar')).toContain(buttonLook({ variant: cancel }))
    expect(look('Sí')).toContain(buttonLook({ variant: confirm }))
  },
)

test.each([
  ['spends', false, 'primary', 'secondary'],
  ['deletes', true, 'secondary', 'danger'],
] as const)(
  'a question in place about an act that %s makes the safe answer the first',
  (_what, danger, keep, confirm) => {
    render(
      <InlineConfirm
        question="¿Seguro?"
        keep="No"
        confirm="Sí"
        arms="r1"
        danger={danger}
        onKeep={() => undefined}
        onConfirm={() => undefined}
      />,
    )
    expect(screen.getAllByRole('button')[0]).toHaveTextContent('No')
    expect(screen.getByRole('button', { name: 'No' })).toHaveFocus()
    expect(look('No')).toContain(buttonLook({ variant: keep }))
    expect(look('Sí')).toContain(buttonLook({ variant: confirm }))
  },
)

test('a button without a delay is enabled at once', () => {
  const look = vi.fn()
  render(<Button onClick={look}>Ver</Button>)
  press('Ver')
  expect(look).toHaveBeenCalledOnce()
})
