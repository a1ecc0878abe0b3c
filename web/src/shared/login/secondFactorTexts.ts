export const texts = {
  code: {
    title: 'Escribe tu código',
    intro: 'Abre tu aplicación de códigos y escribe los seis números que muestra para Axioma.',
    label: 'Código de seis números',
    recoveryIntro:
      'Escribe uno de los códigos que guardaste al activar la verificación. Cada uno vale una vez.',
    recoveryLabel: 'Código de recuperación',
    useRecovery: 'Usar un código de recuperación',
    useApp: 'Usar el código de la aplicación',
    lost: '¿No tienes ni el móvil ni los códigos? Pide a quien te dio de alta que quite la verificación.',
    missing: 'Escribe el código.',
    submit: 'Continuar',
    submitting: 'Comprobando…',
    failed: 'No se pudo comprobar el código.',
    back: 'Cancelar y volver',
  },
  enrol: {
    compulsoryTitle: 'Protege tu cuenta',
    compulsoryIntro:
      'En tu cuenta la verificación en dos pasos es obligatoria: al entrar, además de la contraseña, usarás tu móvil: una llave de acceso o un código. Se activa una vez y tarda un minuto.',
    needs:
      'Necesitas una aplicación de códigos en el móvil: la de contraseñas del iPhone, Google Authenticator, Microsoft Authenticator, Aegis u otra.',
    begin: 'Empezar',
    beginning: 'Preparando…',
    failed: 'No se pudo preparar. Inténtalo de nuevo.',
    wrong: 'El código no es correcto o ya se ha usado. Escribe el que la aplicación muestra ahora.',
    scan: 'Escanea este QR con la aplicación de códigos.',
    qr: 'QR con la clave para la aplicación de códigos',
    type: '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
    open: 'Abrir la aplicación en este móvil',
    confirm: 'Activar la verificación',
    confirming: 'Activando…',
  },
  codes: {
    title: 'Guarda tus códigos de recuperación',
    intro:
      'Si pierdes el móvil, entrarás con uno de ellos. Cada uno vale una vez. Solo se muestran ahora: guárdalos fuera del móvil.',
    list: 'Códigos de recuperación',
    copy: 'Copiar los códigos',
    copied: 'Copiados',
    copyFailed: 'No se pudieron copiar.',
    download: 'Descargar',
    print: 'Imprimir',
    file: 'codigos-de-recuperacion-axioma.txt',
    heading: 'Códigos de recuperación de Axioma',
    done: 'Ya los he guardado',
  },
} as const
