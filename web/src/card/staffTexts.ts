export const staffTexts = {
  greeting: {
    written: (when: string) => `Escrito ${when}`,
    undo: 'No lo envié',
    undoFor: (name: string) => `No lo envié: ${name}`,
  },
  redeemFurther: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
} as const
