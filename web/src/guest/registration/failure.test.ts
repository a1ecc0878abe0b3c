import { describe, expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { describeFailure, describeFixedFailure } from './failure'

const tooMany = (seconds: number | null) =>
  describeFailure(new ApiError('Demasiados intentos.', 429, 'TOO_MANY_REQUESTS', {}, seconds))

describe('a failed registration', () => {
  // Spec: errors-6
  test.each([
    ['without an answer', new ApiError('No hay conexión', 0, 'NETWORK')],
    ['in the page itself', new TypeError('x is not a function')],
  ])('%s says that trying again is safe', (_name, error) => {
    expect(describeFailure(error)).toEqual({
      tone: 'error',
      title: 'No se pudo completar el registro.',
      detail: expect.stringContaining('una sola tarjeta'),
    })
  })

  // Spec: errors-5
  test('at the server shows status and message', () => {
    const failure = describeFailure(new ApiError('Negocio suspendido', 403, 'BUSINESS_SUSPENDED'))
    expect(failure.serverMessage).toBe('Registro fallido (403): Negocio suspendido')
    expect(failure.tone).toBe('error')
  })

  test('because of a field refers to the fields', () => {
    const failure = describeFailure(new ApiError('No vale', 422, 'VALIDATION', { phone: 'No vale' }))
    expect(failure.title).toBe('Revisa los campos marcados')
  })

  test('because of the daily limit refers to the counter and names no waiting time', () => {
    const words = 'Hoy ya no se admiten más altas. Pide en el mostrador que te den de alta.'
    const full = new ApiError(words, 429, 'REGISTER_AT_COUNTER', {}, 86_400)
    expect(describeFailure(full)).toEqual({
      tone: 'warning',
      title: 'Regístrate en el mostrador',
      detail: words,
    })
    expect(describeFixedFailure(full)).toEqual(describeFailure(full))
    const wordless = new ApiError('Too Many', 429, 'REGISTER_AT_COUNTER', {}, null, null, true)
    expect(describeFailure(wordless).detail).toContain('mostrador')
  })

  // Spec: errors-5
  test("because of a known phone shows the server's message once and links to the card", () => {
    const knownPhoneError = new ApiError('Este teléfono ya está registrado.', 409, 'ALREADY_REGISTERED')
    expect(describeFailure(knownPhoneError)).toEqual({
      tone: 'info',
      title: 'Ya tienes tarjeta aquí',
      detail: 'Este teléfono ya está registrado.',
      leadsToPoints: true,
    })
    expect(describeFixedFailure(knownPhoneError)).toEqual(describeFailure(knownPhoneError))
    const wordless = new ApiError('Conflict', 409, 'ALREADY_REGISTERED', {}, null, null, true)
    expect(describeFailure(wordless)).toMatchObject({
      title: 'Ya tienes tarjeta aquí',
      detail: 'Entra con tu móvil, sin contraseña, y verás tu tarjeta y tu QR.',
    })
  })
})

test.each([
  [1, 'un segundo'],
  [45, '45 segundos'],
  [60, 'un minuto'],
  [61, '2 minutos'],
  [82_800, '23 horas'],
  [null, 'un momento'],
])('after too many attempts shows %s seconds as %s', (seconds, words) => {
  expect(tooMany(seconds).detail).toContain(`Espera ${words} `)
})
