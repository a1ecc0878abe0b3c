import type { Adjustment } from '@/api/types'
import { type RewardCounts, sayRewards } from '@/lib/countRewards'
import { sayNumber } from '@/lib/numbers'
import { formatSigned } from './stampChanges'

const stamps = (count: number) => (count === 1 ? '1 sello' : `${sayNumber(count)} sellos`)

const theStamps = (count: number) => (count === 1 ? 'el sello' : `los ${stamps(count)}`)

/** Example: 'quedarán 2 sellos'. */
const sayStampsLeft = (count: number) =>
  count === 0 ? 'empezará una tarjeta nueva' : `${count === 1 ? 'quedará' : 'quedarán'} ${stamps(count)}`

/** Example: 'Quedarán 7 de 10 sellos.' */
const leftOf = (count: number, target: number) =>
  `${count === 1 ? 'Quedará' : 'Quedarán'} ${sayNumber(count)} de ${stamps(target)}.`

/** Example: 'Se le deberá 1 servicio gratis'; empty without rewards. */
function owed(earnedRewards: RewardCounts): string {
  const { words, isOne } = sayRewards(earnedRewards)
  return words && `Se le ${isOne ? 'deberá' : 'deberán'} ${words}`
}

export const texts = {
  acts: 'Cambiar sus sellos',
  cancel: 'Cancelar',
  stamps: 'Sellos',
  note: 'Nota',
  reason: 'Motivo',
  chooseReason: 'Elige el motivo',
  otherReason: 'Otro motivo',
  ownReason: 'Qué motivo',
  reasonMissing: 'Elige o escribe el motivo.',
  repeatable: 'Si pulsas otra vez sin cambiar nada, no se hará dos veces.',
  family: (name: string) => `La tarjeta es la de la familia: ${name}`,
  opening: {
    act: 'Trae sellos de una tarjeta de papel',
    title: (name: string) => `Tarjeta de papel de ${name}`,
    stamps: 'Sellos que trae en papel',
    wrong: (most: number) => `Escribe cuántos sellos trae, de 0 a ${sayNumber(most)}.`,
    effect: (count: number, target: number, earnedRewards: RewardCounts, owesAlready: boolean) => {
      const owes = owed(earnedRewards)
      if (owes) return `${owes} y ${sayStampsLeft(count)}.`
      return `${leftOf(count, target)} No se le debe nada ${owesAlready ? 'más' : 'todavía'}.`
    },
    save: 'Anotar los sellos',
    saveOwing: (rewards: string) => `Anotar y deber ${rewards}`,
    saving: 'Anotando…',
  },
  correction: {
    act: 'Corregir sellos',
    title: (name: string) => `Corregir los sellos de ${name}`,
    stamps: 'Sellos que se suman o se quitan',
    stampsHelp: 'Con + se suman y con − se quitan.',
    more: 'Uno más',
    less: 'Uno menos',
    wrong: 'Escribe cuántos sellos se suman o se quitan, hasta 50.',
    tooMany: (count: number) => `La tarjeta tiene ${stamps(count)}: no se pueden quitar más.`,
    reasons: ['Se olvidó sellar una visita', 'Se selló una visita de más', 'Sellos de otra tarjeta suya'],
    effect: (count: number, target: number, earnedRewards: RewardCounts, cancelledRewards: RewardCounts) => {
      const owes = owed(earnedRewards)
      const rewards = sayRewards(cancelledRewards).words
      return [
        leftOf(count, target),
        owes && `${owes}, si aún no lo ha tenido.`,
        rewards && `Ya no se le deberá: ${rewards}.`,
      ]
        .filter(Boolean)
        .join(' ')
    },
    sentBefore: 'Ya enviaste esta corrección y no llegó la respuesta. No se hará dos veces.',
    save: 'Corregir los sellos',
    saving: 'Corrigiendo…',
  },
  pastVisit: {
    act: 'Anotar visita de otro día',
    title: (name: string) => `Visita de otro día de ${name}`,
    detail: 'Cuenta como una visita de ese día y pone un sello. Puede anotarse una por día.',
    day: 'Día',
    chooseDay: 'Elige el día',
    dayMissing: 'Elige el día.',
    allTaken: 'Ya tiene una visita en cada uno de los últimos 7 días.',
    reasons: ['Se olvidó escanear su QR', 'No llevaba su QR', 'No había conexión'],
    save: 'Anotar la visita',
    saving: 'Anotando…',
  },
  adjustments: {
    title: 'Sellos anotados a mano',
    failed: 'No se pudieron cargar los sellos anotados a mano.',
    what: (kind: Adjustment['kind'], count: number) =>
      `${kind === 'OPENING' ? 'Tarjeta de papel' : 'Corrección'}: ${formatSigned(count)}`,
    by: (name: string) => `Por ${name},`,
    undone: 'Quitados',
    undoneAt: 'Quitados:',
    undo: 'Quitar',
    undoOf: (count: number) => `Quitar ${theStamps(count)} de papel`,
  },
  undoOpening: {
    title: '¿Quitar los sellos de la tarjeta de papel?',
    detail: (count: number) =>
      `La tarjeta pierde ${theStamps(count)} de papel. Lo que se le debía por ellos se anula; lo canjeado no cambia.`,
    confirm: 'Quitar los sellos',
    busy: 'Quitando…',
  },
} as const
