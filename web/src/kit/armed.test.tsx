import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { OwedPanel } from '@/card/OwedPanel'
import { Button } from './Button'
import { ConfirmDialog } from './ConfirmDialog'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test('for a second after it appears what spends does nothing', () => {
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

test('the next reward of a kind is not redeemed by the second tap on the one before', () => {
  const redeem = vi.fn()
  const owed = (id: string) => <OwedPanel kind="FREE" rewardId={id} onRedeem={() => redeem(id)} />
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
  ['takes away', { danger: true }, 0],
  ['gives away', { spends: true }, 0],
  ['does neither', {}, 1],
])('a question before what %s is not answered by the tap that asked it', (_what, kind, answered) => {
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
  expect(confirm).toHaveBeenCalledTimes(answered)
  pass(1000)
  press('Sí')
  expect(confirm).toHaveBeenCalledTimes(answered + 1)
})

test('what spends nothing is there at once', () => {
  const look = vi.fn()
  render(<Button onClick={look}>Ver</Button>)
  press('Ver')
  expect(look).toHaveBeenCalledOnce()
})
