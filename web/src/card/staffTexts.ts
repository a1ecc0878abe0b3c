export const staffTexts = {
  redeemFurther: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
} as const
