export const passwordTexts = {
  done: '✅ Contraseña actualizada.',
  changedSignIn: 'Contraseña actualizada. Entra otra vez con ella.',
  failed: 'No se pudo cambiar la contraseña.',
  notOffered: 'No se pudo cambiar la contraseña (endpoint no disponible).',
} as const
