export const texts = {
  birthday: 'Fecha de nacimiento',
  birthdayHelp: 'Debe tener menos de 14 años.',
  submit: 'Añadir',
  submitting: 'Añadiendo…',
  cancel: 'Cancelar',
  privacyLink: 'política de privacidad',
  newTab: '(se abre en otra pestaña)',
  handingOver: 'Pasando la tarjeta…',
  missing: {
    name: 'Escribe el nombre.',
    birthday: 'Escribe la fecha de nacimiento.',
    privacy: 'Para seguir hay que aceptar la política de privacidad.',
  },
  own: {
    title: 'Tarjeta para un hijo o una hija',
    name: 'Nombre de tu hijo o hija',
    consent: 'Soy su padre, madre o tutor y doy mi consentimiento',
    missingConsent: 'Sin tu consentimiento no podemos guardar sus datos.',
    failed: 'No se pudo añadir',
  },
} as const
