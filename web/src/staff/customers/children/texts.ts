import { bareName } from '@/acts/staff/familyTexts'

const listFormat = new Intl.ListFormat('es')

export const texts = {
  title: 'Hijos',
  intro: (name: string) => `Cada hijo de ${name} tiene su tarjeta y su QR, sin teléfono propio.`,
  none: 'Aún no tiene ninguno.',
  failed: 'No se pudieron cargar sus hijos.',
  card: (stamps: number, target: number) => `${stamps} de ${target} sellos`,
  owed: (count: number) => (count === 1 ? '1 recompensa pendiente' : `${count} recompensas pendientes`),
  add: 'Añadir un hijo',
  addTo: (name: string) => `Añadir un hijo a ${name}`,
  form: {
    title: 'Nuevo hijo',
    name: 'Nombre del hijo o la hija',
    consent: (name: string) => `${name}, su padre, madre o tutor, está presente y da su consentimiento`,
    missingConsent: 'Sin su consentimiento no se pueden guardar los datos.',
  },
  guardian: 'Madre, padre o tutor',
  openGuardian: 'Abrir su ficha',
  goToo: (names: readonly string[]) =>
    names.length === 1
      ? `También se elimina la tarjeta de ${names[0]}, que usa el mismo teléfono.`
      : `También se eliminan las tarjetas de ${listFormat.format(names)}, que usan el mismo teléfono.`,
  family: {
    make: (family: string) => `Crear la familia ${bareName(family)}`,
    join: (names: string, family: string) => `Añadir a ${names} a la familia ${bareName(family)}`,
    askNew: (family: string) => `¿Crear la familia ${bareName(family)}?`,
    explainNew:
      'Sus próximas visitas sellarán una sola tarjeta, la de la familia. Los sellos de cada tarjeta se quedan en ella, para quien salga de la familia.',
    confirmNew: 'Crear la familia',
    making: 'Creando…',
    askJoin: (names: string, family: string) => `¿Añadir a ${names} a la familia ${bareName(family)}?`,
    confirmJoin: (names: string) => `Añadir a ${names}`,
    joining: 'Añadiendo…',
    together: 'Ya están en una familia.',
    open: (family: string) => `Abrir la familia ${bareName(family)}`,
  },
  ownPhone: {
    title: (name: string) => `${name} ya ha cumplido 14 años`,
    intro:
      'Puede llevar su tarjeta en su propio teléfono: su QR, sus visitas y sus recompensas siguen igual, y quien la llevaba deja de verla.',
    given: 'Ya lleva su tarjeta en su propio teléfono.',
    ask: 'Pasar la tarjeta a su teléfono',
    decision: (name: string) => `Pregunta a ${name}: desde los 14 años la decisión es suya.`,
    form: {
      phone: 'Su teléfono',
      privacy: 'Ha leído y acepta la',
      whatsapp: 'Quiere su QR y los avisos de su tarjeta por WhatsApp',
      submit: 'Pasar la tarjeta',
    },
    promotions: (business: string) => `Quiere recibir promociones de ${business}`,
  },
  isItFor: '¿Es para un hijo suyo?',
} as const
