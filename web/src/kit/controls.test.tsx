import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { OwedPanel } from '@/card/OwedPanel'
import { PhoneField } from '@/card/PhoneField'
import { emptyPhone } from '@/lib/phone'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { TextField } from './TextField'

test('a busy button announces that it is busy, keeps its name and ignores clicks', async () => {
  const press = vi.fn()
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={press}>
        Guardar
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Guardar' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('a busy button shows its busy label', () => {
  const { rerender } = render(<Button busyLabel="Entrando…">Entrar</Button>)
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeVisible()
  rerender(
    <Button busy busyLabel="Entrando…">
      Entrar
    </Button>,
  )
  expect(screen.getByText('Entrando…')).toBeVisible()
})

test('a field is linked to its label, its help and its error', () => {
  render(<TextField label="Correo" help="Solo para avisos." error="Falta la @." />)
  const input = screen.getByLabelText('Correo')
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Falta la @. Solo para avisos.')
})

test('a checkbox is toggled by its label', async () => {
  render(<Checkbox label="Acepto" error="Hace falta." />)
  await userEvent.click(screen.getByText('Acepto'))
  expect(screen.getByRole('checkbox', { name: 'Acepto' })).toBeChecked()
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Hace falta.')
})

function Phone() {
  const [phone, setPhone] = useState(emptyPhone)
  return (
    <>
      <PhoneField label="Teléfono" value={phone} onChange={setPhone} />
      <output>{`${phone.prefix}|${phone.number}`}</output>
    </>
  )
}

test('a phone field has prefix and number apart', async () => {
  render(<Phone />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prefijo del país' }), '+52')
  await userEvent.type(screen.getByLabelText('Teléfono'), '55 1234')
  expect(screen.getByRole('status')).toHaveTextContent('+52|55 1234')
})

test('a pasted phone sets the prefix', async () => {
  render(<Phone />)
  await userEvent.click(screen.getByLabelText('Teléfono'))
  await userEvent.paste('+351 912 345 678')
  expect(screen.getByRole('status')).toHaveTextContent('+351|912345678')
})

// Spec: validation-7
test('a phone field shows the parsed number when it differs from the prefix', async () => {
  render(<Phone />)
  const box = screen.getByLabelText('Teléfono')
  await userEvent.click(box)
  await userEvent.paste('39 347 123 4567')
  expect(box).toHaveAccessibleDescription('Se usará +39 347 123 4567 (Italia).')
  await userEvent.clear(box)
  await userEvent.paste('612 34 56 78')
  expect(box).not.toHaveAccessibleDescription()
})

test('an owed reward is shown large and redeemed by one click', async () => {
  const redeem = vi.fn()
  render(<OwedPanel kind="HALF" onRedeem={redeem} more={2} />)
  expect(screen.getByRole('region', { name: '50 %' })).toHaveTextContent('y 2 más')
  await userEvent.click(screen.getByRole('button', { name: 'Canjear' }))
  expect(redeem).toHaveBeenCalledOnce()
})

test('an owed reward can be shown without a button', () => {
  render(<OwedPanel kind="FREE" />)
  expect(screen.getByText('GRATIS')).toBeVisible()
  expect(screen.getByText('Para un servicio, el día que quieras. No caduca.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
