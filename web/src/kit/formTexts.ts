const listFormat = new Intl.ListFormat('es', { type: 'conjunction' })

/** The texts of forms. Not in staffTexts, because the counter loads staffTexts and has no forms. */
export const formTexts = {
  form: {
    unchanged: 'No hay cambios que guardar.',
    taken: (fields: readonly string[]) =>
      `Otra persona ha cambiado mientras tanto: ${listFormat.format(fields)}. También está guardado.`,
    met: {
      title: 'Otra persona ha cambiado lo mismo que tú',
      saved: 'Lo demás ya está guardado.',
      unsaved: 'Todavía no se ha guardado nada.',
      choose: (fields: readonly string[]) =>
        `Elige abajo qué queda en ${listFormat.format(fields)} y guarda otra vez.`,
    },
    of: (field: string) => `Cambio de otra persona en ${field}`,
    theirs: 'Otra persona ha puesto:',
    emptied: 'Otra persona lo ha dejado vacío.',
    use: 'Usar ese',
    useEmpty: 'Dejarlo vacío',
    keep: 'Mantener lo mío',
    overtaken:
      'Otra persona ha cambiado esto mientras decidías. No se ha guardado nada: revísalo y guarda otra vez.',
  },
  restored: {
    title: 'Hemos recuperado lo que estabas escribiendo',
    detail: 'Aún no se ha guardado.',
    discard: 'Descartarlo',
  },
  dayAsked: {
    form: 'Escribe la fecha como 03/05/1990.',
    year: '¿De qué año? Escribe la fecha con él, por ejemplo 03/05/1990.',
    century: (likely: string) => `¿De qué año? Escríbelo con sus cuatro cifras, por ejemplo ${likely}.`,
    order: (meantDay: string, typedDay: string) => `¿Es el ${meantDay}? Escríbelo como ${typedDay}.`,
    calendar: (day: number, month: string) => `El día ${day} no existe en ${month}. Revisa la fecha.`,
  },
  day: {
    form: 'dd/mm/aaaa',
    calendar: (field: string) => `${field}: elegir en el calendario`,
    range: (first: string, last: string) => `Elige una fecha entre ${first} y ${last}.`,
  },
  clock: {
    form: 'hh:mm',
    fault: 'Escribe la hora como 9:30.',
    ambiguous: (readings: readonly string[]) => `Escribe las cuatro cifras: ${readings.join(' o ')}.`,
  },
} as const
