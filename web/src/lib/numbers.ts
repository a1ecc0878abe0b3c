const numberFormat = new Intl.NumberFormat('es')

const euros = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

/** Says an estimate in whole euros. */
export const sayEuros = (cents: number) => euros.format(cents / 100)

export function sayNumber(value: number): string {
  return numberFormat.format(value)
}

/** Examples: '1 cliente', '1200 clientes'. */
export function sayCount(count: number, one: string, many: string): string {
  return `${sayNumber(count)} ${count === 1 ? one : many}`
}
