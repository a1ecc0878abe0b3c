import type { RegisteredVisit, RewardKind } from '@/api/types'
import { sayClock } from '@/lib/dates'
import { rewardWords } from '@/lib/rewardKinds'

export const texts = {
  offline: 'Sin conexión: ahora no se cambia nada. Inténtalo cuando vuelva.',
  reward: {
    redeemed: (kind: RewardKind) => `✅ Canjeado: ${rewardWords[kind].name}.`,
    undo: 'Deshacer',
    takenBack: (kind: RewardKind) => `Canje anulado: ${rewardWords[kind].name}. Se le vuelve a deber.`,
    takeBackFailed: 'No se pudo anular el canje.',
    returned: 'Canje anulado: se le vuelve a deber.',
    returnFailed: 'No se pudo anular el canje.',
    notPending: 'Esta recompensa ya se canjeó o se anuló. La tarjeta está al día.',
    tryAgain: 'Si pulsas otra vez, no se canjeará dos veces.',
    takenBackSince: 'Ese canje ya se hizo y después se anuló: la recompensa se sigue debiendo.',
    redeemedSince: 'Ese canje ya se anuló y después se canjeó otra vez. Si quieres anularlo, pulsa otra vez.',
  },
  visit: {
    kept: '⚠️ Visita guardada en este dispositivo. Se enviará sola: no la repitas.',
    unsaved: '⚠️ Visita sin enviar y sin guardar: no cierres esta página. Se enviará sola: no la repitas.',
    additionalFailed: 'No se pudo registrar la visita adicional.',
    settled: ({ visitedAt, registeredBy }: RegisteredVisit, timeZone?: string) =>
      `Ya estaba sellada a las ${sayClock(visitedAt, timeZone)}${registeredBy ? ` por ${registeredBy}` : ''}.`,
    waiting: '⚠️ No la repitas. Es de un día anterior: contará cuando el propietario la acepte.',
    deleted: '⚠️ Esa visita se registró y después se eliminó. Si ha vuelto, añádela otra vez.',
    undo: 'Deshacer',
    undone: (name: string) => `Visita de ${name} deshecha. La tarjeta está como antes.`,
    undoFailed: 'No se pudo deshacer la visita.',
    removed: 'Visita eliminada.',
    removeFailed: 'No se pudo eliminar la visita.',
    unknown: (id: string) => `Cliente del QR ${id.slice(0, 8)}`,
    sendNow: 'Enviar ahora',
    discard: {
      act: 'Descartar',
      of: (who: string) => `Descartar la visita de ${who}`,
      sure: (who: string) => `¿Descartar la visita de ${who}? No contará.`,
      keep: 'No',
      confirm: 'Sí, descartarla',
    },
    another: {
      sure: (name: string) =>
        name ? `¿Otra visita hoy para ${name}?` : '¿Otra visita hoy para este cliente?',
      effect: 'Pondrá otro sello en su tarjeta, y quedará a tu nombre.',
    },
    full: {
      many: 'Este dispositivo ya guarda 500 visitas sin enviar: no puede guardar más.',
      old: 'Hay visitas sin enviar desde hace más de 72 horas: este dispositivo no guarda más.',
    },
    fullHint: 'Apunta la visita en papel y conecta el dispositivo para que se envíen.',
  },
} as const

export const removalTexts = {
  asked: 'Pedido a los administradores. Lo verán en su panel.',
  notAsked: 'No se pudo pedir.',
  refused: 'La visita se queda como está.',
  notRefused: 'No se pudo rechazar la petición.',
} as const

const countRecords = (count: number) => (count === 1 ? '1 registro' : `${count} registros`)

export const unverifiedTexts = {
  discarded: (count: number) =>
    count === 1 ? '1 registro descartado' : `${countRecords(count)} descartados`,
  restored: (restoredCount: number, remainingCount: number) => {
    const doneText =
      restoredCount === 1 ? '1 registro recuperado' : `${countRecords(restoredCount)} recuperados`
    if (remainingCount === 0) return doneText
    return `${doneText}. ${remainingCount === 1 ? '1 no' : `${remainingCount} no`}: su teléfono ya tiene otra tarjeta.`
  },
  notRestored: 'No se pudieron recuperar los registros.',
} as const

export const ownCopyTexts = {
  done: '✅ Descargado. Guárdalo en un sitio seguro.',
  file: (copy: string, day: string) => `${copy === 'zip' ? 'copia' : 'clientes'}-${day}.${copy}`,
} as const
