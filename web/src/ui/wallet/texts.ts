import type { Wallet } from './offer'

export const texts = {
  add: {
    apple: 'Añadir a Apple Wallet',
    google: 'Añadir a Google Wallet',
  } satisfies Record<Wallet, string>,
  lead: 'Llevarla en el móvil',
  scan: {
    apple: 'Escanéalo con tu iPhone y añade la tarjeta a Apple Wallet.',
    google: 'Escanéalo con tu Android y añade la tarjeta a Google Wallet.',
    both: 'Escanéalo con tu móvil y añade la tarjeta a Apple Wallet o a Google Wallet.',
  },
  leadAlt: 'Código QR para abrir tu tarjeta en el móvil',
} as const
