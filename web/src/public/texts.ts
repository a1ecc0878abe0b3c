export const texts = {
  product: 'Axioma',
  legalLinks: 'Información legal',
  legal: [
    { page: 'privacidad', label: 'Privacidad' },
    { page: 'aviso', label: 'Aviso legal' },
    { page: 'cookies', label: 'Cookies' },
  ],
} as const
