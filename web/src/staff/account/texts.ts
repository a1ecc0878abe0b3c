const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })

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
      `En los últimos siete días se han probado muchas contraseñas en ${inSpanish.format(emails)}. Si no has sido tú, cambia la contraseña por una larga que no uses en otro sitio.`,
  },
  factor: {
    title: 'Verificación en dos pasos',
    intro:
      'Al entrar, además de la contraseña, usas tu móvil: un código o una llave de acceso. Así nadie entra en tu cuenta aunque sepa tu contraseña.',
    begin: 'Activar',
    addApp: 'Añadir una aplicación de códigos',
    on: 'Activada',
    since: (when: string) => `con la aplicación de códigos desde ${when}`,
    left: (count: number) =>
      count === 0
        ? 'No te quedan códigos de recuperación. Crea otros para no quedarte fuera si pierdes el móvil.'
        : count === 1
          ? 'Te queda 1 código de recuperación.'
          : `Te quedan ${count} códigos de recuperación.`,
    codesTitle: 'Guarda tus códigos de recuperación',
    leave: 'Los códigos de recuperación solo se muestran ahora. ¿Salir sin guardarlos?',
    draw: 'Crear códigos nuevos',
    drawing: 'Creando…',
    drawFailed: 'No se pudieron crear los códigos.',
    move: 'Pasar a otro móvil',
    moveIntro:
      'Escanea la clave nueva con el otro móvil. Hasta que escribas su primer código sigue valiendo el móvil de siempre; después se cierran tus sesiones en otros dispositivos.',
    moveCancel: 'Seguir con el de siempre',
    remove: 'Quitar',
    compulsory: 'En tu cuenta es obligatoria, así que no se puede quitar.',
    loadFailed: 'No se pudo cargar la verificación en dos pasos.',
    removal: {
      title: '¿Quitar la verificación en dos pasos?',
      detail:
        'Para entrar bastará tu contraseña. La aplicación de códigos, las llaves de acceso y los códigos de recuperación dejarán de valer, y se cerrarán tus sesiones en otros dispositivos.',
      confirm: 'Quitar la verificación',
      busy: 'Quitando…',
    },
  },
  passkeys: {
    title: 'Llaves de acceso',
    intro:
      'Con una llave de acceso (passkey) confirmas quién eres con la huella, la cara o el PIN de tu móvil u ordenador. No hay código que escribir ni que te puedan robar.',
    add: 'Añadir una llave de acceso',
    created: (when: string) => `Creada ${when}.`,
    used: (when: string) => `Usada por última vez ${when}.`,
    unused: 'Aún no se ha usado.',
    former: (host: string) => `Solo en ${host}`,
    remove: 'Quitar',
    removeNamed: (name: string) => `Quitar ${name}`,
    rename: 'Cambiar nombre',
    renameNamed: (name: string) => `Cambiar nombre: ${name}`,
    renaming: {
      title: 'Cambiar el nombre de la llave',
      name: 'Nombre de la llave',
      missing: 'Ponle un nombre, como «Mi móvil».',
      cancel: 'Cancelar',
      submit: 'Guardar',
      busy: 'Guardando…',
    },
    noName:
      'Aquí no se pueden usar: hace falta una dirección con nombre y https. Usa la aplicación de códigos.',
    otherOrigin: (origin: string) => `Se crean y se usan en ${origin}. Abre Axioma en esa dirección.`,
    unsupported: 'Este navegador no admite llaves de acceso. Usa la aplicación de códigos.',
    removal: {
      title: '¿Quitar la llave de acceso?',
      detail: (name: string) =>
        `«${name}» dejará de abrir tu cuenta, y se cerrarán tus sesiones en otros dispositivos. Bórrala también en los ajustes de contraseñas de tu dispositivo.`,
      confirm: 'Quitar la llave',
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
