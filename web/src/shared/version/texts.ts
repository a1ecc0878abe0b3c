export const texts = {
  available: 'Hay una versión nueva de Axioma',
  held: 'Se podrá actualizar cuando se hayan enviado las visitas que esperan.',
  failed: 'No se pudo actualizar. Comprueba la conexión y vuelve a intentarlo.',
  update: 'Actualizar',
} as const
