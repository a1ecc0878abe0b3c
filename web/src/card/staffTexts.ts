/** Texts of staff-only components, kept out of the customers' bundle. */
export const staffTexts = {
  redeemFurther: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
  birthdayAsked: {
    form: 'Escribe la fecha como 03/05/1990.',
    year: '¿De qué año? Escribe la fecha con él, por ejemplo 03/05/1990.',
    century: (likely: string) => `¿De qué año? Escríbelo con sus cuatro cifras, por ejemplo ${likely}.`,
    order: (said: string, typed: string) => `¿Es el ${said}? Escríbelo como ${typed}.`,
    calendar: (day: number, month: string) => `El día ${day} no existe en ${month}. Revisa la fecha.`,
  },
} as const
