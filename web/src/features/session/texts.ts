export const texts = {
  login: {
    title: 'Iniciar sesión',
    intro: 'Entra con la cuenta que te dio tu barbería.',
    email: 'Correo electrónico',
    emailMissing: 'Escribe tu correo.',
    emailWrong: 'Revisa el correo: falta algo, por ejemplo la @.',
    password: 'Contraseña',
    passwordMissing: 'Escribe tu contraseña.',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
    submit: 'Entrar',
    submitting: 'Entrando…',
    refused: 'No autorizado',
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
    title: 'No autorizado',
    detail: 'No tienes permisos para esta sección.',
    back: 'Volver al inicio',
  },
} as const
