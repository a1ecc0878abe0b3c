import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SaveQr } from './SaveQr'

const server = setupServer()
const picture = 'http://axioma.test/api/public/customers/c1234567890/qr.png'
const share = vi.fn<(data: ShareData) => Promise<void>>()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  share.mockReset()
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})
afterAll(() => server.close())

const show = () =>
  render(<SaveQr file={{ href: picture, download: 'qr-c1234567.png' }} label="Guardar mi QR" />)
const pressShare = () => userEvent.click(screen.getByRole('button', { name: 'Compartir' }))

function withSheet() {
  Object.defineProperty(navigator, 'canShare', {
    configurable: true,
    value: ({ files }: ShareData) => files?.[0]?.type === 'image/png',
  })
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  server.use(http.get(picture, () => new HttpResponse('a picture')))
}

// Spec: portal-7
test('a download says where the file is', () => {
  show()
  const link = screen.getByRole('link', { name: 'Guardar mi QR' })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  expect(screen.getByRole('status')).toHaveTextContent('Está en Descargas como «qr-c1234567.png».')
  expect(screen.queryByRole('button')).toBeNull()
})

test('offline nothing is downloaded and no error page opens', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show()
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Guardar mi QR' }))
  expect(isFollowed).toBe(false)
  expect(screen.getByRole('status')).toHaveTextContent(/^Sin conexión no se puede guardar/)
})

test('the share sheet gets the picture under its name', async () => {
  withSheet()
  share.mockResolvedValue()
  show()
  await pressShare()
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
  const file = share.mock.calls[0]?.[0].files?.[0]
  expect([file?.name, file?.type]).toEqual(['qr-c1234567.png', 'image/png'])
})

test('cancelling the share sheet shows no message, a failure shows the alternative', async () => {
  withSheet()
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  show()
  await pressShare()
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'))
  await pressShare()
  expect(await screen.findByText('No se pudo compartir. Guárdalo y envíalo desde Descargas.')).toBeVisible()
})

test('a picture that fails to load is not shared', async () => {
  withSheet()
  server.use(http.get(picture, () => HttpResponse.json({}, { status: 404 })))
  show()
  await pressShare()
  expect(await screen.findByText(/No se pudo compartir/)).toBeVisible()
  expect(share).not.toHaveBeenCalled()
})
