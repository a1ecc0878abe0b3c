import type { Period } from '@/api/types'
import { sayChange, sayComparison } from '@/lib/comparison'
import { sayMonth } from '@/lib/dates'
import { sayFullDay, sayShortSpan, saySpan, sayWeekday } from '@/lib/days'
import { sayCount, sayNumber } from '@/lib/numbers'

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** Only 'sábado' and 'domingo' differ in the plural. */
const plural = (weekday: number) => {
  const name = weekdays[weekday - 1] ?? ''
  return name.endsWith('s') ? name : `${name}s`
}

export const texts = {
  title: 'Informe de servicios',
  filters: 'Qué se muestra',
  range: 'Periodo',
  ranges: { day: 'Día', week: 'Semana', month: 'Mes' },
  date: 'Fecha',
  before: { day: 'Día anterior', week: 'Semana anterior', month: 'Mes anterior' },
  after: { day: 'Día siguiente', week: 'Semana siguiente', month: 'Mes siguiente' },
  search: 'Buscar por nombre',
  clear: 'Limpiar',
  period: {
    day: (from: string) => sayFullDay(from),
    week: (from: string, to: string) => `Semana del ${saySpan(from, to)}`,
    month: (from: string) => sayMonth(from.slice(0, 7)),
  },
  visits: (count: number) => (count === 1 ? 'visita' : 'visitas'),
  customers: (count: number) => `de ${sayCount(count, 'cliente', 'clientes')}`,
  comparison: (now: Period, before: Period, visits: number, visitsBefore: number) =>
    `${sayComparison(now, before)}: ${sayChange(visits, visitsBefore)}.`,
  found: (q: string) => `con «${q}» en el nombre`,
  who: '¿Quién ha venido?',
  columns: { customer: 'Cliente', day: 'Día', week: 'Semana', month: 'Mes' },
  days: sayShortSpan,
  more: 'Ver más clientes',
  shown: (shownCount: number, total: number) => `Mostrando ${sayNumber(shownCount)} de ${sayNumber(total)}`,
  none: {
    day: 'Nadie vino este día',
    week: 'Nadie vino esta semana',
    month: 'Nadie vino este mes',
  },
  noneDetail: 'Aquí verás cuántas veces vino cada cliente. Elige otra fecha o un periodo más largo.',
  wholeMonth: 'Ver el mes entero',
  notFound: 'No vino nadie con ese nombre',
  notFoundDetail: (q: string) => `Nadie con «${q}» en el nombre vino en este periodo.`,
  failed: 'No se pudo cargar el reporte.',
  http: (status: number) => `HTTP ${status}`,
  files: {
    label: 'Descargar o imprimir el informe',
    csv: 'CSV',
    xlsx: 'Excel',
    print: 'Imprimir',
    saveAs: (format: string) => `Descargar el informe en ${format}`,
    name: (range: string, date: string, format: string) => `servicios-${range}-${date}.${format}`,
    ranges: { day: 'dia', week: 'semana', month: 'mes' },
    failed: 'No se pudo descargar el informe.',
    printFailed: 'No se pudo preparar el informe para imprimir.',
  },
  charts: {
    failed: 'No se pudieron cargar los gráficos.',
    asTable: 'Ver como tabla',
    /** Says that the charts of a day count its week. */
    ofWeek: (from: string, to: string) => `Estos gráficos cuentan la semana del ${saySpan(from, to)}.`,
    days: {
      question: '¿Cuánta gente viene cada día?',
      answer: (day: string, visits: number) =>
        `El día con más visitas fue el ${sayWeekday(day)}, con ${sayNumber(visits)}.`,
      even: (visits: number) => `Varios días empatan en el máximo: ${sayCount(visits, 'visita', 'visitas')}.`,
      none: 'No hubo visitas.',
      day: 'Día',
      first: 'Primera visita',
      others: 'Ya habían venido',
      total: 'Visitas',
    },
    hours: {
      question: '¿A qué hora vienen?',
      answer: (weekday: number, hour: number) =>
        `Sobre todo los ${plural(weekday)} de ${hour} a ${hour + 1} h.`,
      even: (visits: number) =>
        `Varias horas empatan en el máximo: ${sayCount(visits, 'visita', 'visitas')}.`,
      hour: 'Hora',
      at: (hour: number) => `${hour} h`,
      weekdays,
      initials: ['L', 'M', 'X', 'J', 'V', 'S', 'D'] as const,
    },
    people: {
      question: '¿Vienen clientes nuevos?',
      answer: (fresh: number, all: number) =>
        fresh === 0
          ? `Ninguno: ${sayCount(all, 'cliente vino y ya había', 'clientes vinieron y ya habían')} estado antes.`
          : `${sayNumber(fresh)} de ${sayCount(all, 'cliente', 'clientes')} ${fresh === 1 ? 'vino' : 'vinieron'} por primera vez.`,
      none: 'No vino nadie.',
      fresh: 'Nuevos',
      returning: 'Ya habían venido',
    },
  },
} as const
