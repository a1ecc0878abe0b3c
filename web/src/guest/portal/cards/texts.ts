export const texts = {
  title: 'Mis tarjetas',
  choose: '¿Qué tarjeta quieres ver?',
  chooseIntro: 'Tu móvil abre todas estas. Podrás cambiar de una a otra cuando quieras.',
  opening: 'Abriendo…',
  opened: (name: string) => `Esta es la tarjeta de ${name}.`,
  child: 'La llevas tú',
  childCard: (name: string) => `Tarjeta de ${name} · la llevas tú`,
  failed: 'No se pudo abrir la tarjeta',
  children: {
    title: 'Tus hijos',
    intro:
      'Cada hijo menor de 14 años puede tener su tarjeta y su QR, sin teléfono propio. Las llevas tú, aquí.',
    add: 'Añadir a un hijo o una hija',
    added: (name: string) => `${name} ya tiene su tarjeta`,
    family:
      'Si queréis juntar los puntos, pedid en el mostrador una familia: cuentan en una sola tarjeta las visitas de todos.',
    open: (name: string) => `Ver la tarjeta de ${name}`,
  },
  ownPhone: {
    title: (name: string) => `${name} ya ha cumplido 14 años`,
    intro:
      'Puede llevar su tarjeta en su propio móvil: sus visitas y sus recompensas siguen igual. Entrará con su número y tendrá un QR nuevo, y tú dejarás de ver su tarjeta.',
    ask: 'Pasar la tarjeta a su propio móvil',
    decision: (name: string) => `Lo rellena ${name}: desde los 14 años la decisión es suya.`,
    form: {
      phone: 'Tu móvil',
      privacy: 'He leído y acepto la',
      whatsapp: 'Quiero mi QR y los avisos de mi tarjeta por WhatsApp',
      submit: 'Pasar la tarjeta',
    },
    notLeaving: {
      whatsapp: 'Acepto mensajes de mi tarjeta por WhatsApp',
      whatsappHelp:
        'Ahora no enviamos ninguno: usa el QR de tu portal. Lo que marques valdrá cuando se envíen.',
    },
    promotions: (business: string) => `Quiero recibir promociones de ${business}`,
    failed: 'No se pudo pasar la tarjeta',
  },
  erasedToo: (names: readonly string[]) =>
    names.length === 1
      ? `También se borrará la tarjeta de ${names[0]}, que llevas tú.`
      : `También se borrarán las tarjetas de ${new Intl.ListFormat('es').format(names)}, que llevas tú.`,
} as const
