export const texts = {
  login: {
    title: 'Iniciar sesión',
    intro: 'Entra con la cuenta que te dio tu barbería.',
    email: 'Correo electrónico',
    emailMissing: 'Escribe tu correo.',
    password: 'Contraseña',
    passwordMissing: 'Escribe tu contraseña.',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
    submit: 'Entrar',
    submitting: 'Entrando…',
    refused: 'No autorizado',
    noToken: 'No se recibió token',
    lapsed: 'Sesión caducada. Inicia sesión de nuevo.',
    scriptless:
      'Ya has entrado, pero Axioma necesita JavaScript. Actívalo en tu navegador y vuelve a entrar.',
    forgotten: '¿La has olvidado? Pide a un administrador o al propietario que la restablezca.',
  },
  organisation: {
    enter: 'Entrar con tu organización',
    leaving: 'Abriendo tu organización…',
    forWhom: 'Para quien lleva Axioma:',
    cancelled: 'No has entrado: tu organización no ha confirmado quién eres.',
    back: 'Volver a iniciar sesión',
  },
  recovery: {
    offer: {
      owner: 'Si el negocio es tuyo,',
      byEmail: 'elige otra contraseña por correo.',
      contact: 'pide ayuda a quien lleva Axioma:',
      unknown: 'pide ayuda a quien te dio de alta en Axioma.',
    },
    title: 'Elegir otra contraseña',
    intro:
      'Para propietarios: escribe el correo con el que entras y te enviamos un enlace para elegir otra. Si trabajas en la barbería, pide a un administrador o al propietario que la restablezca.',
    submit: 'Enviar enlace',
    submitting: 'Enviando…',
    failed: 'No se pudo enviar. Inténtalo de nuevo.',
    requested: {
      title: 'Mira tu correo',
      detail:
        'Si hay un propietario con ese correo, le llega un enlace en unos minutos. Vale 30 minutos y una sola vez.',
      nothing: '¿No llega? Mira en el correo no deseado, o comprueba que es el correo con el que entras.',
    },
    noMail: 'Desde aquí no se envían correos. Si el negocio es tuyo, pide ayuda a quien lleva Axioma:',
    noMailNoContact:
      'Desde aquí no se envían correos. Si el negocio es tuyo, pide ayuda a quien te dio de alta en Axioma. Si trabajas en la barbería, a un administrador o al propietario.',
    back: 'Volver a iniciar sesión',
    chooseIntro: 'Al guardarla se cierran todas tus sesiones. Después, entra con la nueva.',
    choose: 'Guardar contraseña',
    another: 'Pedir otro enlace',
    done: {
      title: 'Contraseña cambiada',
      detail: 'Ya puedes entrar con la nueva. Hemos cerrado las sesiones que había abiertas.',
      signIn: 'Iniciar sesión',
    },
  },
  choose: {
    title: 'Elige tu contraseña',
    intro: 'La que te han dado es temporal. Elige una que solo sepas tú y entras.',
    next: 'Contraseña nueva',
    help: (least: number) => `Al menos ${least} caracteres. Una frase corta se recuerda mejor.`,
    repeated: 'Repite la contraseña nueva',
    show: 'Mostrar las contraseñas',
    short: (least: number) => `Necesita al menos ${least} caracteres.`,
    different: 'No es igual que la de arriba.',
    submit: 'Guardar y entrar',
    submitting: 'Guardando…',
  },
  strength: {
    weak: 'Contraseña débil: se adivina pronto. Alárgala.',
    fair: 'Contraseña aceptable. Más larga sería mejor.',
    strong: 'Contraseña fuerte.',
  },
  active: {
    title: 'Ya hay una sesión abierta',
    who: (name: string) => `Has entrado como ${name}.`,
    goToPanel: 'Ir a mi panel',
    signOut: 'Cerrar sesión',
  },
  signingOut: 'Cerrando la sesión…',
  unauthorized: {
    title: 'No autorizado - No tienes permisos para esta sección.',
    detail:
      'Si crees que deberías poder entrar, pide a un administrador o al propietario que revise tu cuenta.',
    back: 'Volver al inicio',
  },
  waiting: {
    title: (count: number) => (count === 1 ? 'Hay una visita sin enviar' : `Hay ${count} visitas sin enviar`),
    detail:
      'Se quedan guardadas en este dispositivo y se enviarán cuando alguien de este negocio vuelva a entrar en él. Mejor espera a que se envíen.',
    leave: 'Salir de todos modos',
  },
} as const
