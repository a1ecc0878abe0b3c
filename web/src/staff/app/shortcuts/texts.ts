export const texts = {
  search: 'Buscar un cliente',
  help: 'Ver estos atajos',
  afterG: 'y después',
  on: 'Usar los atajos en este dispositivo',
  counter: 'En el mostrador no hacen nada: allí todo lo que se teclea va a la casilla del lector.',
} as const
