export const texts = {
  available: 'Hay una versión nueva de Axioma',
  update: 'Actualizar',
} as const
