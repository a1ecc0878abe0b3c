export const guestTexts = {
  otherCard: 'En este dispositivo se ha abierto otra tarjeta. Recarga la página.',
} as const
