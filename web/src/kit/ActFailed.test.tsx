import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { ActFailed } from './ActFailed'

const title = 'No se pudo cambiar el QR.'
const noResponseText = 'No llegó la respuesta. Puede que ya esté hecho.'

test.each([
  ['no connection', new ApiError('No hay conexión.', 0, 'NETWORK')],
  ['a timeout', new ApiError('Tarda demasiado.', 0, 'TIMEOUT')],
  ["a proxy's page", new ApiError('Bad Gateway', 502, 'HTTP_502', {}, null, null, true)],
])('%s is not reported as a failure, because the act may be done', (_title, error) => {
  render(<ActFailed title={title} error={error} />)
  expect(screen.getByText(noResponseText)).toBeVisible()
  expect(screen.getByText(/Si pulsas otra vez, no se hará dos veces\.$/)).toBeVisible()
  expect(screen.queryByText(title)).toBeNull()
})

test.each([
  ['a refusal', new ApiError('Hoy no.', 422, 'NOT_TODAY')],
  ['an error of the server', new ApiError('Algo ha fallado.', 500, 'INTERNAL')],
  ['a request that was not sent', new ApiError('Sin conexión.', 0, 'OFFLINE')],
])('%s is reported as a failure', (_title, error) => {
  render(<ActFailed title={title} error={error} />)
  expect(screen.getByText(title)).toBeVisible()
  expect(screen.getByText(error.message)).toBeVisible()
  expect(screen.queryByText(noResponseText)).toBeNull()
})

test('a failure below the visible content of a dialog is scrolled into view', () => {
  // Newer browsers return a promise, which an effect must not return.
  const scrollIntoView = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => Promise.resolve())
  const failure = <ActFailed title={title} error={new ApiError('Hoy no.', 422, 'NOT_TODAY')} />
  const { rerender, unmount } = render(failure)
  rerender(failure)
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
  expect(scrollIntoView.mock.instances[0]).toContainElement(screen.getByText('Hoy no.'))
  rerender(<ActFailed title={title} error={new ApiError('Hoy no.', 422, 'NOT_TODAY')} />)
  expect(scrollIntoView, 'the next attempt fails in the same way').toHaveBeenCalledTimes(2)
  unmount()
})
