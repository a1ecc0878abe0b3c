// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { qrDownload } from './qrPicture'

// Spec: limits-12
test.each([
  [
    { qrUrl: '/api/public/customers/q7654321/qr.png' },
    'http://axioma.test/api/public/customers/q7654321/qr.png',
  ],
  [{}, 'http://axioma.test/api/public/customers/c1234567890/qr.png'],
])('the file is named after the customer, whatever the address of the QR: %j', (urls, href) => {
  expect(qrDownload({ id: 'c1234567890', ...urls })).toEqual({ href, download: 'qr-c1234567.png' })
})
