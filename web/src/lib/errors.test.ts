import { expect, test } from 'vitest'
import { errorText } from './errors'

// Spec: errors-39, errors-47
test.each([
  ['a string', 'No hay conexión', 'No hay conexión'],
  ['an error', new Error('Falló'), 'Falló'],
  ['the data of a response', { response: { data: { message: 'Ya existe' } } }, 'Ya existe'],
  [
    'several messages',
    { response: { data: { message: ['Falta el nombre', 'Falta el teléfono'] } } },
    'Falta el nombre, Falta el teléfono',
  ],
  ['a message field', { message: 'Sin permiso' }, 'Sin permiso'],
  ['an empty error', new Error(''), 'No se pudo guardar.'],
  ['a response without data', { response: {} }, 'No se pudo guardar.'],
  ['a status alone', Object.assign(new Error('Bad Gateway'), { wordless: true }), 'No se pudo guardar.'],
  ['nothing', undefined, 'No se pudo guardar.'],
])('reads the message of %s', (_name, error, message) => {
  expect(errorText(error, 'No se pudo guardar.')).toBe(message)
})

// Spec: errors-32, errors-39
test('falls back to a default message', () => {
  expect(errorText(null)).toBe('Error desconocido')
})

test.each([
  [502, 'El servidor no responde. Espera un momento.'],
  [503, 'El servidor no responde. Espera un momento.'],
  [504, 'El servidor no responde. Espera un momento.'],
  [500, 'Error desconocido'],
])('a status %i without a message shows whether the server is unavailable', (status, text) => {
  expect(errorText({ status, message: 'Bad Gateway', wordless: true })).toBe(text)
})
