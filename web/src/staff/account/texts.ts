export const texts = {
  title: 'Mi cuenta',
  info: 'Tus datos',
  name: 'Nombre',
  email: 'Correo electrónico',
  role: 'Rol',
  business: 'Negocio',
  none: '—',
  tried: {
    title: 'Alguien está probando contraseñas',
    detail: (emails: readonly string[]) =>
      `En los últimos siete días se han probado muchas contraseñas en: ${emails.join(', ')}. Si no has sido tú, cambia la contraseña por una larga que no uses en otro sitio.`,
  },
  password: {
    title: 'Cambiar contraseña',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    nextHelp: 'Al menos 8 caracteres.',
    repeated: 'Repite la contraseña nueva',
    show: 'Mostrar las contraseñas',
    submit: 'Cambiar contraseña',
    submitting: 'Cambiando…',
    othersEnd: 'Al cambiarla se cierran tus sesiones en otros dispositivos. Aquí sigues dentro.',
    invalid: '❌ Revisa los campos: mínimo 8 caracteres y coincidencia.',
  },
} as const
