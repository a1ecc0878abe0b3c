// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { walletLinks } from './walletLinks'

test("the server's relative links to passes become absolute", () => {
  const passUrl = '/api/public/customers/c1/pass.pkpass'
  const familyPassesUrl = '/api/public/customers/c1/passes.pkpasses?until=1&key=k'
  const url = '/api/public/customers/c1/google-passes?until=1&key=k'
  const familyGooglePass = { url, saves: 10, cards: 13 }
  expect(
    walletLinks({
      passUrl,
      googlePassUrl: 'https://wallet.example/c1',
      familyPassesUrl,
      familyGooglePass,
      passBadge: '/api/wallet/badges/0123.svg',
    }),
  ).toEqual({
    apple: `http://axioma.test${passUrl}`,
    google: 'https://wallet.example/c1',
    lead: 'http://axioma.test/api/public/customers/c1/pass.png',
    badges: { apple: 'http://axioma.test/api/wallet/badges/0123.svg', google: null },
    family: `http://axioma.test${familyPassesUrl}`,
    googleFamily: { href: `http://axioma.test${url}`, saves: 10, cards: 13 },
  })
})

test.each([{ passUrl: null, googlePassUrl: null }, {}, { passUrl: 'http://[' }])(
  'a server that returns %j has no pass links',
  (links) => {
    expect(walletLinks(links)).toMatchObject({ apple: null, google: null })
  },
)
