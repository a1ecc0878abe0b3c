import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TimeField } from './TimeField'

function Opening() {
  const [time, setTime] = useState('10:00')
  return (
    <>
      <TimeField label="Abre" value={time} onChange={setTime} />
      <output>{time || 'ninguna'}</output>
    </>
  )
}

async function write(text: string) {
  render(<Opening />)
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
  ['21', '21:00'],
  ['21h', '21:00'],
  ['23:59', '23:59'],
])('reads %s as %s', async (text, time) => {
  expect(await write(text)).toHaveValue(time)
  expect(screen.getByRole('status')).toHaveTextContent(time)
})

test.each(['24:00', '9:60', '9:3', '9 pm', 'pronto'])(
  'keeps %s, says how a time is written and has none',
  async (text) => {
    const field = await write(text)
    expect(field).toHaveValue(text)
    expect(field).toHaveAccessibleDescription('Escribe la hora como 9:30.')
    expect(screen.getByRole('status')).toHaveTextContent('ninguna')
  },
)

test('an emptied field is empty, and no fault', async () => {
  const field = await write('')
  expect(field).toHaveValue('')
  expect(field).toBeValid()
  expect(screen.getByRole('status')).toHaveTextContent('ninguna')
})
