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
    forgotten: '¿La has olvidado? Pide a tu encargado que la restablezca.',
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
    detail: 'Si crees que deberías poder entrar, pide a tu encargado que revise tu cuenta.',
    back: 'Volver al inicio',
  },
  waiting: {
    title: (count: number) => (count === 1 ? 'Hay una visita sin enviar' : `Hay ${count} visitas sin enviar`),
    detail:
      'Se quedan guardadas en este dispositivo y se enviarán cuando alguien de este negocio vuelva a entrar en él. Mejor espera a que se envíen.',
    leave: 'Salir de todos modos',
  },
} as const
