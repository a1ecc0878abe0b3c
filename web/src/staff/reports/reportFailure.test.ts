import { expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { reportFailure } from './reportFailure'

// Spec: errors-45
test.each([
  [new ApiError('La base de datos descansa.', 500, 'INTERNAL'), 'La base de datos descansa.'],
  [new ApiError('Bad Gateway', 502, 'HTTP_502', {}, null, null, true), 'HTTP 502'],
  [new ApiError('No hay conexión con el servidor.', 0, 'NETWORK'), 'No se pudo cargar el reporte.'],
  [undefined, 'No se pudo cargar el reporte.'],
])('the failure %j is shown as %j', (error, words) => {
  expect(reportFailure(error)).toBe(words)
})
