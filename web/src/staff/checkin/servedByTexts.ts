export const servedByTexts = {
  ask: '¿Quién atiende?',
  choose: 'Elige…',
  by: (name: string) => `Atendió ${name}`,
  self: (name: string) => `${name} (tú)`,
  change: 'Cambiar',
  changeOf: (customer: string) => `Cambiar quién atendió a ${customer}`,
  whoServedIt: '¿Quién atendió?',
  whoServed: (customer: string) => `¿Quién atendió a ${customer}?`,
} as const
