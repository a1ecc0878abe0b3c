const listed = new Intl.ListFormat('es')

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
      ? `También se elimina la tarjeta de ${names[0]}, que está con su teléfono.`
      : `También se eliminan las tarjetas de ${listed.format(names)}, que están con su teléfono.`,
  isItFor: '¿Es para un hijo suyo?',
} as const
