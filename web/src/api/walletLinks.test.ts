// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { walletLinks } from './walletLinks'

test('addresses of the server are whole, wherever the page is', () => {
  const passUrl = '/api/public/customers/c1/pass.pkpass'
  expect(walletLinks({ passUrl, googlePassUrl: 'https://wallet.example/c1' })).toEqual({
    apple: `http://axioma.test${passUrl}`,
    google: 'https://wallet.example/c1',
    lead: 'http://axioma.test/api/public/customers/c1/pass.png',
  })
})

test.each([{ passUrl: null, googlePassUrl: null }, {}, { passUrl: 'http://[' }])(
  'a server that says %j makes none',
  (said) => {
    expect(walletLinks(said)).toMatchObject({ apple: null, google: null })
  },
)
