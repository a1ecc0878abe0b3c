import { sayFromTo } from './days'
import { sayCount, sayNumber } from './numbers'

interface Days {
  from: string
  to: string
}

/** 'Del 1 al 28 de noviembre, comparado con los días del 1 al 28 de octubre de 2026'. */
export function sayComparison(now: Days, before: Days): string {
  const year = now.to.slice(0, 4)
  const text = sayFromTo(now.from, now.to)
  const first = year === before.from.slice(0, 4) ? text.replace(new RegExp(` de ${year}$`), '') : text
  const than = `${before.from === before.to ? '' : 'los días '}${sayFromTo(before.from, before.to)}`
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}, comparado con ${than}`
}

/** 'antes 38 visitas, ahora 4 más'. */
export function sayChange(visits: number, before: number): string {
  const then = `antes ${sayCount(before, 'visita', 'visitas')}`
  if (visits === before) return `${then}, ahora las mismas`
  return `${then}, ahora ${sayNumber(Math.abs(visits - before))} ${visits > before ? 'más' : 'menos'}`
}

interface CountedDays extends Days {
  visits: number
}

/** '4 más que del 9 al 14 de noviembre', without the year, which the period itself has. */
export function sayChangeSince(visits: number, before: CountedDays): string {
  const days = sayFromTo(before.from, before.to).replace(/ de \d{4}$/, '')
  const than = `que ${days}`
  if (visits === before.visits) return `las mismas ${than}`
  return `${sayNumber(Math.abs(visits - before.visits))} ${visits > before.visits ? 'más' : 'menos'} ${than}`
}
