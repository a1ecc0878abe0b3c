import type { RegisteredVisit } from '@/api/types'
import { sayClock } from '@/lib/dates'

export const texts = {
  offline: 'Sin conexión: no se ha cambiado nada. Inténtalo cuando vuelva.',
  visit: {
    kept: '⚠️ Visita guardada en este dispositivo. Se enviará sola: no la repitas.',
    settled: ({ visitedAt, registeredBy }: RegisteredVisit, timeZone?: string) =>
      `Ya estaba sellada a las ${sayClock(visitedAt, timeZone)}${registeredBy ? ` por ${registeredBy}` : ''}.`,
    deleted: '⚠️ Esa visita se registró y después se eliminó. Si ha vuelto, añádela otra vez.',
    full: {
      many: 'Este dispositivo ya guarda 500 visitas sin enviar: no puede guardar más.',
      old: 'Hay visitas sin enviar desde hace más de 72 horas: este dispositivo no guarda más.',
    },
    fullHint: 'Apunta la visita en papel y conecta el dispositivo para que se envíen.',
  },
} as const
