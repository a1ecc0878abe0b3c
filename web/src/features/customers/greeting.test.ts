import { expect, test } from 'vitest'
import { greetingLink } from './greeting'

test('greets by the first name in a WhatsApp chat', () => {
  const link = new URL(greetingLink({ name: 'Ana Gómez', phone: '+34612345678' }, 'Barbería & Co') ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/34612345678')
  expect(link.searchParams.get('text')).toBe('Hola, Ana. Te escribimos de Barbería & Co.')
})

test.each([null, '34•••••••78', ''])('there is no chat with %s', (phone) => {
  expect(greetingLink({ name: 'Ana', phone }, 'Barbería')).toBeNull()
})
