import { type RewardKind, rewardKinds, rewardWords } from '@/lib/rewardKinds'

export const texts = {
  before: 'Ahora',
  after: 'Después',
  own: 'Su tarjeta',
  family: 'Tarjeta de la familia',
  target: (before: number, after: number) => `El servicio gratis pasa de la visita ${before} a la ${after}: `,
  ofFamily: (target: number) => `la tarjeta de la familia es de ${target} visitas.`,
  ofOwn: (target: number) => `su propia tarjeta es de ${target} visitas.`,
  nothingOwed: 'Nada pendiente',
  owed: (what: string) => `Puede canjear: ${what}`,
  lost: (what: string) => `Dejará de poder canjear: ${what}. Queda para la familia.`,
  gained: (what: string) => `Podrá canjear además: ${what}.`,
  same: 'No cambia nada para nadie: la familia está vacía.',
  failed: 'No se pudo cargar.',
  joining: {
    POOL: 'Sus próximas visitas sellarán la tarjeta de la familia. Los sellos de su tarjeta se quedan en ella, para cuando salga.',
    INDIVIDUAL: 'Seguirá sellando su propia tarjeta.',
  },
  ofTarget: (position: number, target: number) => `${position} de ${target}`,
} as const

/** '1 servicio gratis, 2 descuentos del 50 %'. */
export function sayRewards(kinds: readonly RewardKind[]): string {
  return rewardKinds
    .map((kind) => ({ kind, count: kinds.filter((other) => other === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => rewardWords[kind].counted(count))
    .join(', ')
}
