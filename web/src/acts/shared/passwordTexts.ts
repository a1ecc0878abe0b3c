export const passwordTexts = {
  done: '✅ Contraseña actualizada.',
  failed: 'No se pudo cambiar la contraseña.',
  notOffered: 'No se pudo cambiar la contraseña (endpoint no disponible).',
} as const
