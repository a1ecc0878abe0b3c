/** URL fragments of the settings' parts. */
export const settingsParts = { card: 'tarjeta', legal: 'datos-legales', poster: 'cartel' } as const
