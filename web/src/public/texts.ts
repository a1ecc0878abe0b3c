export const texts = {
  product: 'Axioma',
  legalLinks: 'Información legal',
  legal: [
    { href: '/legal/privacidad', label: 'Privacidad' },
    { href: '/legal/aviso', label: 'Aviso legal' },
    { href: '/legal/cookies', label: 'Cookies' },
  ],
} as const
