export const texts = {
  title: 'Informe de servicios',
  detail: 'Aquí verás cuántas veces vino cada cliente por día, semana y mes.',
} as const
