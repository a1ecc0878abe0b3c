/** The parts of the settings that other screens lead to, as the fragments of their addresses. */
export const settingsParts = { card: 'tarjeta', legal: 'datos-legales', poster: 'cartel' } as const
