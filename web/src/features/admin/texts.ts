export const texts = {
  title: 'Administración',
  detail: 'Aquí están las herramientas del negocio.',
} as const
