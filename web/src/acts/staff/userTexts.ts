export const userTexts = {
  create: { done: '✅ Usuario creado correctamente.', failed: 'No se pudo crear el usuario.' },
  access: {
    disabled: (who: string) => `✅ ${who} ya no puede entrar.`,
    enabled: (who: string) => `✅ ${who} puede entrar otra vez.`,
    failed: 'No se pudo guardar.',
  },
  reset: {
    failed: 'No se pudo resetear la contraseña.',
    notOffered: (detail: string) =>
      `No encontré un endpoint compatible para resetear contraseña... ${detail}`,
  },
} as const

export const secondFactorTexts = {
  removed: '✅ Verificación en dos pasos quitada.',
  removedOf: (who: string) => `✅ ${who} ya no tiene verificación en dos pasos.`,
  failed: 'No se pudo quitar.',
} as const

export const passkeyTexts = {
  removed: '✅ Llave de acceso quitada.',
  renamed: '✅ Nombre cambiado.',
  renameFailed: 'No se pudo cambiar el nombre.',
  failed: 'No se pudo quitar.',
} as const
