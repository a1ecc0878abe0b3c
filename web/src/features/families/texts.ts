export const texts = {
  title: 'Familias',
  detail: 'Aquí verás las familias que comparten su tarjeta.',
} as const
