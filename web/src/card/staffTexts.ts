const refusals = {
  NO_PHONE: 'Sin escribir: no tiene teléfono',
  MINOR: 'Sin escribir: es menor de 14 años',
  UNVERIFIED_PHONE: 'Sin escribir: su teléfono está sin comprobar',
  NO_CONSENT: 'Sin escribir: no ha aceptado publicidad',
  HELD_BACK: 'Sin escribir: este trimestre queda aparte para comparar',
} as const

/** Why staff may not greet a customer, as the server says it. */
export type GreetingRefusal = keyof typeof refusals | 'INVITED'

export const staffTexts = {
  greeting: {
    written: (when: string) => `Escrito ${when}`,
    undo: 'No lo envié',
    undoFor: (name: string) => `No lo envié: ${name}`,
    refused: (state: GreetingRefusal, when: string) =>
      state === 'INVITED' ? `Ya le has escrito ${when}; espera 30 días` : refusals[state],
  },
  redeemFurther: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
} as const
