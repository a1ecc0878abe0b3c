export const texts = {
  title: 'Clientes',
  detail: 'Aquí verás la lista de tus clientes.',
} as const
