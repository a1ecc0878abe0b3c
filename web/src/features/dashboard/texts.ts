export const texts = {
  title: 'Panel',
  detail: 'Aquí verás tu barbería de un vistazo.',
} as const
