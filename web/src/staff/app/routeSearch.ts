import type { InsightChoice } from '@/api/insights'
import type { ReportRange } from '@/api/types'

export function text(search: Record<string, unknown>): { q?: string } {
  // The router parses ?q=612 as a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  return typeof q === 'string' && q !== '' ? { q } : {}
}

export function recordTab({ apartado }: Record<string, unknown>): { apartado?: string } {
  return typeof apartado === 'string' ? { apartado } : {}
}

export function business(search: Record<string, unknown>): { businessId?: string } {
  return typeof search.businessId === 'string' ? { businessId: search.businessId } : {}
}

export function messages(search: Record<string, unknown>): {
  q?: string
  status?: string
  kind?: string
  business?: string
} {
  return {
    ...text(search),
    ...(typeof search.status === 'string' && { status: search.status }),
    ...(typeof search.kind === 'string' && { kind: search.kind }),
    ...(typeof search.business === 'string' && { business: search.business }),
  }
}

export function activity(search: Record<string, unknown>): {
  q?: string
  group?: string
  person?: string
  period?: string
  customer?: string
} {
  const { group, person, customer } = search
  // The router parses ?period=7 as a number.
  const period = typeof search.period === 'number' ? String(search.period) : search.period
  return {
    ...text(search),
    ...(typeof group === 'string' && { group }),
    ...(typeof person === 'string' && { person }),
    ...(typeof period === 'string' && { period }),
    ...(typeof customer === 'string' && { customer }),
  }
}

const reportRanges: readonly unknown[] = ['day', 'week', 'month'] satisfies ReportRange[]

/** Invalid values become undefined, which removes them from the address. */
export function report(search: Record<string, unknown>) {
  const { date, range } = search
  const choice: { date?: string | undefined; range?: ReportRange | undefined; q?: string | undefined } = {
    date: isDay(date) ? date : undefined,
    range: reportRanges.includes(range) ? (range as ReportRange) : undefined,
    q: text(search).q,
  }
  return choice
}

/** Invalid values become undefined, which removes them from the address. */
export function period({ range, from, to, compare }: Record<string, unknown>): InsightChoice {
  const isPeriod = isDay(from) && isDay(to)
  return {
    range: !isPeriod && (range === 'week' || range === 'month') ? range : undefined,
    from: isPeriod ? from : undefined,
    to: isPeriod ? to : undefined,
    compare: compare === 'year' ? compare : undefined,
  }
}

const cardSteps: readonly unknown[] = ['primera', 'segunda', 'mitad', 'gratis', 'canje'] satisfies CardStep[]

type CardStep = 'primera' | 'segunda' | 'mitad' | 'gratis' | 'canje'

/** Reads the step of the list. Without a step, the list has customers who never came. */
export function card({
  paso,
  ...others
}: Record<string, unknown>): InsightChoice & { paso?: CardStep | undefined } {
  return {
    ...period(others),
    range: undefined,
    paso: cardSteps.includes(paso) ? (paso as CardStep) : undefined,
  }
}

const absentLists: readonly unknown[] = ['riesgo', 'vuelto', 'escritos'] satisfies AbsentList[]

type AbsentList = 'riesgo' | 'vuelto' | 'escritos'

/** Without a list name, the screen shows lost customers; with `escribir`, only those to write to. */
export function absence({ lista, escribir }: Record<string, unknown>): {
  lista?: AbsentList | undefined
  escribir?: true | undefined
} {
  return {
    lista: absentLists.includes(lista) ? (lista as AbsentList) : undefined,
    escribir: escribir === true || undefined,
  }
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
