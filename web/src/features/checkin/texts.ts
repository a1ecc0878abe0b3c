export const texts = {
  title: 'Mostrador',
  detail: 'Aquí se registran las visitas.',
} as const
