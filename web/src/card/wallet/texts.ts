import type { FamilyPassLink, WalletKind } from './walletOffer'

export const texts = {
  wallets: {
    apple: 'Apple Wallet',
    google: 'Google Wallet',
  } satisfies Record<WalletKind, string>,
  add: (wallet: string, whose?: string) =>
    whose ? `Añadir la de ${whose} a ${wallet}` : `Añadir a ${wallet}`,
  addFamily: ({ saves = 0, cards = 0 }: FamilyPassLink) => {
    if (!cards) return 'Añadir la mía y las de mis hijos'
    return `Guardar ${saves < cards ? `${saves} de ` : ''}las ${cards} tarjetas en Google Wallet`
  },
  lead: 'Llevarla en el móvil',
  scan: {
    apple: 'Escanéalo con tu iPhone y añade la tarjeta a Apple Wallet.',
    google: 'Escanéalo con tu Android y añade la tarjeta a Google Wallet.',
    both: 'Escanéalo con tu móvil y añade la tarjeta a Apple Wallet o a Google Wallet.',
  },
  elsewhere: {
    apple: {
      title: 'Ábrelo en Safari',
      detail:
        'Desde esta aplicación el iPhone no deja añadir tarjetas a Apple Wallet. Copia el enlace y pégalo en Safari.',
    },
    google: {
      title: 'Ábrelo en tu navegador',
      detail:
        'Desde dentro de esta aplicación no se pueden añadir tarjetas a Google Wallet. Copia el enlace y pégalo, por ejemplo, en Chrome.',
    },
    address: 'Enlace de tu tarjeta',
    copy: 'Copiar el enlace',
    copied: 'Copiado',
    copyFailed: 'No se pudo copiar: mantén pulsado el enlace.',
  },
  leadAlt: 'Código QR para abrir tu tarjeta en el móvil',
} as const
