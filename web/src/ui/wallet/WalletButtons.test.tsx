import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { walletOffer } from './offer'
import { WalletButtons } from './WalletButtons'
import { WalletLead } from './WalletLead'

const links = { apple: '/pass.pkpass', google: '/google-pass', lead: '/pass.png' }
function show(...given: Parameters<typeof walletOffer>) {
  const offer = walletOffer(...given)
  return render(
    <>
      <WalletButtons offer={offer} />
      <WalletLead offer={offer} />
    </>,
  )
}
const shown = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

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
] as const)('for %s there is the way into its own wallet', (device, wanted) => {
  show(links, device)
  expect(shown()).toEqual(wanted)
})

test('a guardian with an iPhone adds her card and her children’s in one step', () => {
  const family = '/passes.pkpasses'
  show({ ...links, family }, 'apple')
  expect(shown()).toEqual([
    ['Añadir a Apple Wallet', '/pass.pkpass'],
    ['Añadir la mía y las de mis hijos', family],
  ])
})

test('other telephones are not offered what Apple’s alone can open', () => {
  show({ ...links, family: '/passes.pkpasses' }, 'android')
  expect(shown()).toHaveLength(1)
})

test.each([
  [{ ...links, google: null }, 'apple', /con tu iPhone.*a Apple Wallet\.$/],
  [{ ...links, apple: null }, 'google', /con tu Android.*a Google Wallet\.$/],
  [links, 'both', /con tu móvil.*Apple Wallet o a Google Wallet\.$/],
] as const)('on a computer there is a QR for %j', (given, _, words) => {
  const { container } = show(given, 'computer')
  expect(container.querySelector('details')).toHaveProperty('open', false)
  expect(screen.getByAltText('Código QR para abrir tu tarjeta en el móvil')).toHaveAttribute(
    'src',
    '/pass.png',
  )
  expect(screen.getByText(words)).toBeInTheDocument()
  expect(shown()).toEqual([])
})

test.each([
  [{ ...links, apple: null }, 'apple'],
  [{ ...links, google: null }, 'android'],
  [{ ...links, apple: null, google: null }, 'computer'],
  [{ ...links, apple: null, google: null }, null],
] as const)('where nothing is made for a device nothing is shown: %j on %s', (given, device) => {
  const { container } = show(given, device)
  expect(container).toBeEmptyDOMElement()
})
