import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TimeField } from './TimeField'

function OpeningTime() {
  const [time, setTime] = useState('10:00')
  return (
    <>
      <TimeField label="Abre" value={time} onChange={setTime} />
      <output>{time || 'ninguna'}</output>
    </>
  )
}

async function write(text: string) {
  render(<OpeningTime />)
  const field = screen.getByRole('textbox', { name: 'Abre' })
  expect(field).toHaveValue('10:00')
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
  await userEvent.tab()
  return field
}

test.each([
  ['9:30', '09:30'],
  ['9.30 h', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['245', '02:45'],
  ['1:40', '01:40'],
  ['21', '21:00'],
  ['21h', '21:00'],
  ['23:59', '23:59'],
])('reads %s as %s', async (text, time) => {
  expect(await write(text)).toHaveValue(time)
  expect(screen.getByRole('status')).toHaveTextContent(time)
})

test.each(['24:00', '9:60', '9:3', '9 pm', 'pronto'])(
  'keeps the invalid text %s, shows how a time is written and sets no time',
  async (text) => {
    const field = await write(text)
    expect(field).toHaveValue(text)
    expect(field).toHaveAccessibleDescription('Escribe la hora como 9:30.')
    expect(screen.getByRole('status')).toHaveTextContent('ninguna')
  },
)

test.each([
  ['140', '0140 o 1400'],
  ['145 h', '0145 o 1405'],
  ['230', '0230 o 2300'],
])('keeps the ambiguous text %s and asks which of two times it is', async (text, readings) => {
  const field = await write(text)
  expect(field).toHaveValue(text)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(`Escribe las cuatro cifras: ${readings}.`)
  expect(screen.getByRole('status')).toHaveTextContent('ninguna')
})

test.each([
  ['a tap', (field: HTMLElement) => userEvent.click(field)],
  ['the keyboard', () => userEvent.tab()],
])('entered by %s, what is typed replaces the time', async (_, enter) => {
  render(<OpeningTime />)
  const field = screen.getByRole('textbox', { name: 'Abre' })
  expect(field).toHaveAttribute('inputmode', 'numeric')
  await enter(field)
  await userEvent.keyboard('1500')
  await userEvent.tab()
  expect(field).toHaveValue('15:00')
})

test('a second tap places the caret', async () => {
  render(<OpeningTime />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Abre' })
  await userEvent.click(field)
  await userEvent.pointer({ target: field, offset: 2, keys: '[MouseLeft]' })
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 2])
})

test('an error shown elsewhere marks and describes the field', () => {
  render(
    <>
      <TimeField label="Cierra" value="10:00" onChange={() => undefined} errorId="order" />
      <p id="order">Cierra antes de abrir.</p>
    </>,
  )
  const field = screen.getByRole('textbox', { name: 'Cierra' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Cierra antes de abrir.')
})

test('an emptied field is valid and empty', async () => {
  const field = await write('')
  expect(field).toHaveValue('')
  expect(field).toBeValid()
  expect(screen.getByRole('status')).toHaveTextContent('ninguna')
})
