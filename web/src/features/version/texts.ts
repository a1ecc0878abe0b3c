export const texts = {
  available: 'Hay una versión nueva de Axioma',
  held: 'Se podrá actualizar cuando se hayan enviado las visitas que esperan.',
  update: 'Actualizar',
} as const
