const plain = new Intl.NumberFormat('es')

const euros = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

/** Whole euros: estimates have no cents. */
export const sayEuros = (cents: number) => euros.format(cents / 100)

export function sayNumber(value: number): string {
  return plain.format(value)
}

/** 'antes 38 visitas, ahora 4 más'. */
export function sayChange(visits: number, before: number): string {
  const then = `antes ${sayNumber(before)} ${before === 1 ? 'visita' : 'visitas'}`
  if (visits === before) return `${then}, ahora las mismas`
  return `${then}, ahora ${sayNumber(Math.abs(visits - before))} ${visits > before ? 'más' : 'menos'}`
}
