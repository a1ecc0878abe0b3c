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
  factor: {
    title: 'Verificación en dos pasos',
    intro:
      'Al entrar, además de la contraseña, escribes un código de tu móvil. Así nadie entra en tu cuenta aunque sepa tu contraseña.',
    begin: 'Activar',
    on: 'Activada',
    since: (when: string) => `desde ${when}`,
    left: (count: number) =>
      count === 0
        ? 'No te quedan códigos de recuperación. Saca otros para no quedarte fuera si pierdes el móvil.'
        : count === 1
          ? 'Te queda 1 código de recuperación.'
          : `Te quedan ${count} códigos de recuperación.`,
    codesTitle: 'Guarda tus códigos de recuperación',
    leave: 'Los códigos de recuperación solo se muestran ahora. ¿Salir sin guardarlos?',
    draw: 'Sacar códigos nuevos',
    drawing: 'Sacando…',
    drawFailed: 'No se pudieron sacar.',
    move: 'Pasar a otro móvil',
    moveIntro:
      'Escanea la clave nueva con el otro móvil. Hasta que escribas su primer código vale el de siempre; después se cierran tus sesiones en otros dispositivos.',
    moveCancel: 'Seguir con el de siempre',
    remove: 'Quitar',
    compulsory: 'En tu cuenta es obligatoria, así que no se puede quitar.',
    loadFailed: 'No se pudo cargar la verificación en dos pasos.',
    removal: {
      title: '¿Quitar la verificación en dos pasos?',
      detail:
        'Para entrar bastará tu contraseña. Los códigos de recuperación dejarán de valer y se cerrarán tus sesiones en otros dispositivos.',
      confirm: 'Quitar la verificación',
      busy: 'Quitando…',
    },
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
