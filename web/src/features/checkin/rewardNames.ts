/** What each reward is, in the middle of a sentence. */
export const rewardNames = {
  HALF: '50 % de descuento',
  FREE: 'servicio gratis',
  WELCOME: 'descuento de bienvenida',
} as const
