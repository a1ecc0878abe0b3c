/** What people read of a kind of reward, wherever it is shown. */
interface RewardWords {
  /** In a list, as short as can be. */
  short: string
  title: string
  /** In the middle of a sentence. */
  name: string
  /** That she has it. */
  owed: string
  /** That a visit has brought it, after what is said of the visit. */
  won: string
  counted: (count: number) => string
  /** At the counter, so large that nobody overlooks it. */
  headline: string
  /** How long the headline is: it decides how large. */
  length: 'numeral' | 'word' | 'phrase'
  /** What it is worth today. */
  detail: string
  /** What it is good for, and until when, as its holder reads it. */
  terms: string
}

/** All kinds of reward, the most valuable first. The compiler misses one here that the server's contract has. */
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

/** What a reward is, in the words of the server. */
export type RewardKind = keyof typeof rewardWords

/** The kinds, the most valuable first. */
export const rewardKinds = Object.keys(rewardWords) as readonly RewardKind[]
