export const texts = {
  create: {
    title: 'Crear cliente',
    name: 'Nombre completo',
    phone: 'Teléfono (WhatsApp)',
    birthday: 'Fecha de nacimiento',
    birthdayHelp: 'Para felicitarle, si lo acepta.',
    tag: 'Tipo de bono',
    chooseTag: 'Elige un tipo de bono',
    tagHelp: (tag: string, target: number, half: number | null) => {
      const card = `${target} visitas para un servicio gratis${half === null ? '' : ` y el 50 % a las ${half}`}`
      if (tag.startsWith('BONO_VIP')) return `Tarjeta VIP: ${card}. A, B y C solo cambian el nombre.`
      if (tag === 'BONO_FAMILIA') return `Tarjeta normal: ${card}. La familia se elige aparte.`
      if (tag === 'ESPORADICO') return `Para quien viene de vez en cuando. Tarjeta normal: ${card}.`
      return tag ? `Tarjeta normal: ${card}.` : 'Decide su tarjeta. Se puede cambiar después.'
    },
    submit: 'Crear cliente',
    andStamp: 'Crear y sellar',
    stamped: '✅ Visita registrada.',
    notStamped: 'No se pudo registrar la visita.',
    stampLater: 'El cliente está creado: añádela en su ficha.',
    notAsked: 'No se ha registrado ninguna visita: mira antes si es la misma persona.',
    toCounter: 'Volver al mostrador',
    submitting: 'Creando…',
    failure: (message: string) => `❌ Error: ${message}`,
    existed: (name: string) => `Este cliente ya existía: ${name}. Este es su QR.`,
    late: (fields: string[]) =>
      `Lo que cambiaste mientras se guardaba no está en la ficha: ${fields.join(', ')}. Cámbialo allí.`,
    goToDetail: 'Abrir la ficha',
    missing: {
      name: 'Escribe el nombre.',
      phone: 'Escribe el teléfono.',
      tag: 'Elige un tipo de bono.',
    },
  },
  opening: {
    label: 'Sellos de su tarjeta de papel',
    withFamily:
      'Con familia, anota los sellos de papel en su ficha cuando esté creada: ahí verás cómo queda la tarjeta.',
    recorded: (stamps: number) =>
      `✅ ${stamps === 1 ? '1 sello de papel anotado' : `${stamps} sellos de papel anotados`}.`,
    stays: 'El cliente está creado. Si lo intentas otra vez, no se anotarán dos veces.',
    notAsked: 'No se han anotado sus sellos de papel: mira antes si es la misma persona.',
  },
  family: {
    label: 'Familia',
    none: 'Sin familia',
    role: 'Papel en la familia',
    POOL: 'Sus visitas sellarán la tarjeta de la familia.',
    INDIVIDUAL: 'Sellará su propia tarjeta, como los demás de la familia.',
    listFailed: 'No se pudieron cargar las familias.',
    stays: (name: string) => `La ficha de ${name} se ha creado igualmente.`,
    open: (name: string) => `Abrir ${name}`,
    notAsked: (name: string) => `No se ha añadido a la familia: puedes hacerlo desde «${name}».`,
  },
} as const
