export const confirmIdentityTexts = {
  title: 'Confirma que eres tú',
  intro: 'Hace rato que entraste. Para esto, escribe otra vez tu contraseña.',
  password: 'Tu contraseña',
  missing: 'Escribe tu contraseña.',
  show: 'Mostrar la contraseña',
  codeMissing: 'Escribe el código.',
  useRecovery: 'Usar un código de recuperación',
  cancel: 'Cancelar',
  submit: 'Confirmar',
  busy: 'Comprobando…',
  failed: 'No se pudo comprobar.',
} as const
