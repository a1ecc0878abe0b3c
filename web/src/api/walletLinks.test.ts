// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { walletLinks } from './walletLinks'

test('addresses of the server are whole, wherever the page is', () => {
  const passUrl = '/api/public/customers/c1/pass.pkpass'
  const familyPassesUrl = '/api/public/customers/c1/passes.pkpasses?until=1&key=k'
  const told = { passUrl, googlePassUrl: 'https://wallet.example/c1', familyPassesUrl }
  expect(walletLinks(told)).toEqual({
    apple: `http://axioma.test${passUrl}`,
    google: 'https://wallet.example/c1',
    lead: 'http://axioma.test/api/public/customers/c1/pass.png',
    family: `http://axioma.test${familyPassesUrl}`,
  })
})

test.each([{ passUrl: null, googlePassUrl: null }, {}, { passUrl: 'http://[' }])(
  'a server that says %j makes none',
  (said) => {
    expect(walletLinks(said)).toMatchObject({ apple: null, google: null })
  },
)
