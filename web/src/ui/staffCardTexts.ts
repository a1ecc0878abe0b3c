/** The words of such pieces that only the staff's app has: a customer's phone need not load them. */
export const staffTexts = {
  besides: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
} as const
