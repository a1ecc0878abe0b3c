interface RewardWords {
  short: string
  title: string
  name: string
  owed: string
  won: string
  counted: (count: number) => string
  /** Shown large at the counter. */
  headline: string
  /** Sets the headline's size. */
  length: 'numeral' | 'word' | 'phrase'
  detail: string
  terms: string
}

/** Most valuable first. The compiler reports a missing kind. */
export const rewardWords = {
  FREE: {
    short: 'Gratis',
    title: 'Servicio gratis',
    name: 'servicio gratis',
    owed: 'Tiene un servicio gratis.',
    won: ' Ha ganado un servicio gratis.',
    counted: (count) => (count === 1 ? '1 servicio gratis' : `${count} servicios gratis`),
    headline: 'GRATIS',
    length: 'word',
    detail: 'El servicio de hoy es gratis',
    terms: 'Para un servicio, el día que quieras. No caduca.',
  },
  HALF: {
    short: '50 %',
    title: '50 % de descuento',
    name: '50 % de descuento',
    owed: 'Tiene un 50 % de descuento.',
    won: ' Ha ganado un 50 %.',
    counted: (count) => (count === 1 ? '1 descuento del 50 %' : `${count} descuentos del 50 %`),
    headline: '50 %',
    length: 'numeral',
    detail: 'Descuento en el servicio de hoy',
    terms: 'Para un servicio, el día que quieras. No caduca.',
  },
  WELCOME: {
    short: 'Bienvenida',
    title: 'Descuento de bienvenida',
    name: 'descuento de bienvenida',
    owed: 'Tiene su descuento de bienvenida.',
    won: ' Tiene su descuento de bienvenida.',
    counted: () => 'descuento de bienvenida',
    headline: 'Descuento de bienvenida',
    length: 'phrase',
    detail: 'Para un solo servicio, no se suma a otras ofertas',
    terms: 'Para un solo servicio, en un día sin otra recompensa. No se suma a otras ofertas. No caduca.',
  },
} as const satisfies Record<string, RewardWords>

export type RewardKind = keyof typeof rewardWords

export const rewardKinds = Object.keys(rewardWords) as readonly RewardKind[]
