import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WalletButtons } from './WalletButtons'
import { WalletQr } from './WalletQr'
import { chooseWalletOffer } from './walletOffer'

const browsers = {
  apple: { device: 'apple', kind: 'safari' },
  android: { device: 'android', kind: 'other' },
  computer: { device: 'computer', kind: 'other' },
} as const

const links = { apple: '/pass.pkpass', google: '/google-pass', lead: '/pass.png' }
function show(...args: Parameters<typeof chooseWalletOffer>) {
  const offer = chooseWalletOffer(...args)
  return render(
    <>
      <WalletButtons offer={offer} />
      <WalletQr offer={offer} />
    </>,
  )
}
const shownLinks = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test.each([
  ['apple', [['Añadir a Apple Wallet', '/pass.pkpass']]],
  ['android', [['Añadir a Google Wallet', '/google-pass']]],
  [
    null,
    [
      ['Añadir a Apple Wallet', '/pass.pkpass'],
      ['Añadir a Google Wallet', '/google-pass'],
    ],
  ],
] as const)('a browser detected as %s is offered %j', (device, offeredLinks) => {
  show(links, device && browsers[device])
  expect(shownLinks()).toEqual(offeredLinks)
})

test.each([
  [null, 'no-referrer'],
  ['android', null],
] as const)(
  'only a link that the server rendered sends no referrer: browser %s, policy %s',
  (device, policy) => {
    show(links, device && browsers[device])
    expect(screen.getByRole('link', { name: /Google/ }).getAttribute('referrerpolicy')).toBe(policy)
  },
)

test('the vendor’s artwork replaces the label and has it as alternative text', () => {
  show({ ...links, badges: { apple: '/badges/0123.svg', google: null } }, null)
  const ways = screen.getAllByRole('link')
  expect(ways.map((way) => way.textContent)).toEqual(['', 'Añadir a Google Wallet'])
  expect(screen.getByRole('link', { name: 'Añadir a Apple Wallet' })).toHaveAttribute('href', '/pass.pkpass')
  expect(screen.getByRole('img', { name: 'Añadir a Apple Wallet' })).toHaveAttribute(
    'src',
    '/badges/0123.svg',
  )
})

test('a guardian with an iPhone adds all cards of the family at once', () => {
  const family = '/passes.pkpasses'
  show({ ...links, family }, browsers.apple)
  expect(shownLinks()).toEqual([
    ['Añadir a Apple Wallet', '/pass.pkpass'],
    ['Añadir la mía y las de mis hijos', family],
  ])
})

test.each([
  [3, 3, 'Guardar las 3 tarjetas en Google Wallet'],
  [10, 13, 'Guardar 10 de las 13 tarjetas en Google Wallet'],
])('a guardian with an Android saves %i of %i cards at once', (saves, cards, words) => {
  const googleFamily = { href: '/google-passes', saves, cards }
  show({ ...links, googleFamily }, browsers.android)
  expect(shownLinks()).toEqual([
    ['Añadir a Google Wallet', '/google-pass'],
    [words, '/google-passes'],
  ])
})

test.each([
  ['android', { family: '/passes.pkpasses' }],
  ['apple', { googleFamily: { href: '/google-passes', saves: 3, cards: 3 } }],
] as const)('%s gets only links that it can open', (device, family) => {
  show({ ...links, ...family }, browsers[device])
  expect(shownLinks()).toHaveLength(1)
})

test.each([
  [{ ...links, google: null }, 'apple', /con tu iPhone.*a Apple Wallet\.$/],
  [{ ...links, apple: null }, 'google', /con tu Android.*a Google Wallet\.$/],
  [links, 'both', /con tu móvil.*Apple Wallet o a Google Wallet\.$/],
] as const)('a computer gets a QR for %j', (walletLinks, _, words) => {
  const { container } = show(walletLinks, browsers.computer)
  expect(container.querySelector('details')).toHaveProperty('open', false)
  expect(screen.getByAltText('Código QR para abrir tu tarjeta en el móvil')).toHaveAttribute(
    'src',
    '/pass.png',
  )
  expect(screen.getByText(words)).toBeInTheDocument()
  expect(shownLinks()).toEqual([])
})

test.each([
  [{ ...links, apple: null }, 'apple'],
  [{ ...links, google: null }, 'android'],
  [{ ...links, apple: null, google: null }, 'computer'],
  [{ ...links, apple: null, google: null }, null],
] as const)('nothing is shown without a link for the device: %j on %s', (walletLinks, device) => {
  const { container } = show(walletLinks, device && browsers[device])
  expect(container).toBeEmptyDOMElement()
})

test('a browser other than Safari on an iPhone gets one card, not the file of the family', () => {
  show({ ...links, family: '/passes.pkpasses' }, { device: 'apple', kind: 'other' })
  expect(shownLinks()).toEqual([['Añadir a Apple Wallet', '/pass.pkpass']])
})

test.each([
  ['apple', 'Ábrelo en Safari', '/pass.pkpass'],
  ['android', 'Ábrelo en tu navegador', '/google-pass'],
] as const)('an in-app browser on %s gets the address to open in a browser', (device, title, path) => {
  const way = { [device === 'apple' ? 'family' : 'googleFamily']: null }
  show({ ...links, ...way }, { device, kind: 'app' })
  expect(screen.getByText(title)).toBeInTheDocument()
  const address = new URL(path, window.location.href).href
  expect(screen.getByRole('link', { name: 'Enlace de tu tarjeta' })).toHaveAttribute('href', address)
  expect(screen.getByRole('button', { name: 'Copiar el enlace' })).toBeInTheDocument()
  expect(screen.queryByText(/^Añadir/)).toBeNull()
})
