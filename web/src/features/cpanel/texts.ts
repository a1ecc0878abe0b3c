export const texts = {
  title: 'Panel de control',
  detail: 'Aquí verás los negocios de la plataforma.',
} as const
