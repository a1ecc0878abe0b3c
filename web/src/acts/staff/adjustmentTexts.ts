import type { Adjusted, RewardKind } from '@/api/types'
import { countRewards, sayRewards } from '@/lib/countRewards'
import { rewardWords } from '@/lib/rewardKinds'

/** Example: ' Se le debe 1 servicio gratis.'; empty without new rewards. */
function owedSince({ newRewards }: Pick<Adjusted, 'newRewards'>): string {
  const { words, isOne } = sayRewards(countRewards(newRewards))
  return words && ` Se le ${isOne ? 'debe' : 'deben'} ${words}.`
}

export const adjustmentTexts = {
  recorded: (adjustment: Adjusted) => {
    const { customerName, stamps } = adjustment
    const what = stamps === 1 ? '1 sello de papel anotado' : `${stamps} sellos de papel anotados`
    return `✅ ${customerName}: ${what}.${owedSince(adjustment)}`
  },
  recordFailed: 'No se pudieron anotar los sellos.',
  half: 'Todavía se le debe el 50 %',
  halfHelp: 'Márcalo si llegó a la mitad en la tarjeta de papel y no lo ha gastado.',
  claim: {
    label: 'Tarjeta de papel',
    title: (stamps: number) => `Dice que trae ${stamps === 1 ? '1 sello' : `${stamps} sellos`} en papel`,
    detail: 'Compruébalo en su tarjeta de papel. Hasta que lo confirmes no cuentan.',
    forAdmins: 'No cuentan hasta que un administrador los confirme.',
    effect: (count: number, target: number, owesHalf: boolean) =>
      `Tendrá ${count} de ${target} sellos. ${owesHalf ? 'Se le deberá 1 descuento del 50 %.' : 'No se le deberá nada por ellos.'}`,
    full: 'Con tantos sellos se le debe algo: míralo en su ficha antes de anotarlos.',
    confirm: (stamps: number) => (stamps === 1 ? 'Anotar el sello' : `Anotar los ${stamps} sellos`),
    reject: 'No los trae',
    rejectSure: '¿No trae esos sellos?',
    keep: 'Cancelar',
    rejected: 'Sellos de papel descartados.',
    rejectFailed: 'No se pudieron descartar los sellos.',
  },
  corrected: (adjustment: Adjusted) => `✅ Sellos corregidos.${owedSince(adjustment)}`,
  correctedBefore:
    'Esta corrección ya estaba hecha y no se ha repetido. Si quieres sumar o quitar más, hazla otra vez.',
  undoneSince: 'Ya se había anotado y después se quitó. Si quieres anotarlo, pulsa otra vez.',
  correctFailed: 'No se pudieron corregir los sellos.',
  pastVisit: (earnedKind: RewardKind | undefined) =>
    `✅ Visita anotada.${earnedKind ? rewardWords[earnedKind].won : ''}`,
  pastVisitFailed: 'No se pudo anotar la visita.',
  undone: 'Sellos de papel quitados.',
  undoFailed: 'No se pudieron quitar los sellos.',
} as const
