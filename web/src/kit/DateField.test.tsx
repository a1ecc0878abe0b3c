import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateField } from './DateField'

const onChange = vi.fn()

function Day({ first = '2026-11-21' }: { first?: string }) {
  const [day, setDay] = useState(first)
  return (
    <>
      <DateField
        label="Fecha"
        value={day}
        min="2000-01-01"
        max="2100-12-31"
        onChange={(next) => {
          onChange(next)
          setDay(next)
        }}
      />
      <button type="button" onClick={() => setDay('2026-11-22')}>
        Día siguiente
      </button>
    </>
  )
}

afterEach(() => {
  onChange.mockClear()
  Reflect.deleteProperty(HTMLInputElement.prototype, 'showPicker')
})

async function write(text: string) {
  const field = screen.getByRole('textbox', { name: 'Fecha' })
  await userEvent.clear(field)
  await userEvent.type(field, text)
  return field
}

test.each(['1/2/2026', '01-02-2026', '01022026', '1.2.2026', '1 feb 2026'])(
  'reads %s with the day before the month',
  async (text) => {
    render(<Day />)
    const field = await write(text)
    expect(field).toHaveValue(text)
    expect(onChange.mock.calls).toEqual([['2026-02-01']])
    await userEvent.tab()
    expect(field).toHaveValue('01/02/2026')
  },
)

test('shows the day in the Spanish order and asks for the numeric keyboard', () => {
  render(<Day />)
  const field = screen.getByRole('textbox', { name: 'Fecha' })
  expect(field).toHaveValue('21/11/2026')
  expect(field).toHaveAttribute('inputmode', 'numeric')
})

test.each([
  ['hoy', 'Escribe la fecha como 03/05/1990.'],
  ['1/2', '¿De qué año? Escribe la fecha con él, por ejemplo 03/05/1990.'],
  ['31/2/2026', 'El día 31 no existe en febrero de 2026. Revisa la fecha.'],
  ['3/5/0990', 'Escribe la fecha como 03/05/1990.'],
  ['1/2/1999', 'Elige una fecha entre 01/01/2000 y 31/12/2100.'],
])('keeps the invalid text %s on blur, shows an error and sets no date', async (text, message) => {
  render(<Day />)
  const field = await write(text)
  expect(field).toBeValid()
  await userEvent.tab()
  expect(field).toHaveValue(text)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(message)
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Día siguiente' }))
  expect(field).toHaveValue('22/11/2026')
  expect(field).toBeValid()
})

test('typing replaces the day', async () => {
  render(<Day />)
  const field = screen.getByRole('textbox', { name: 'Fecha' })
  await userEvent.click(field)
  await userEvent.keyboard('01022026')
  await userEvent.tab()
  expect(field).toHaveValue('01/02/2026')
})

test('an emptied field shows its day again', async () => {
  render(<Day />)
  const field = screen.getByRole('textbox', { name: 'Fecha' })
  await userEvent.clear(field)
  await userEvent.tab()
  expect(field).toHaveValue('21/11/2026')
  expect(onChange).not.toHaveBeenCalled()
})

test('the calendar of the browser opens by a button', async () => {
  const open = vi.fn()
  HTMLInputElement.prototype.showPicker = open
  const { container } = render(<Day />)
  await userEvent.click(screen.getByRole('button', { name: 'Fecha: elegir en el calendario' }))
  expect(open).toHaveBeenCalledOnce()
  const picker = container.querySelector('input[type=date]') as HTMLInputElement
  fireEvent.change(picker, { target: { value: '2026-12-24' } })
  expect(screen.getByRole('textbox', { name: 'Fecha' })).toHaveValue('24/12/2026')
  fireEvent.change(picker, { target: { value: '' } })
  expect(onChange.mock.calls).toEqual([['2026-12-24']])
})

test('a browser that cannot open its calendar has no button', () => {
  render(<Day />)
  expect(screen.queryByRole('button', { name: /calendario/ })).toBeNull()
})
