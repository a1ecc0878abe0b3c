const plain = new Intl.NumberFormat('es')

const euros = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

/** In whole euros, because the amounts are estimates. */
export const sayEuros = (cents: number) => euros.format(cents / 100)

export function sayNumber(value: number): string {
  return plain.format(value)
}

/** Examples: '1 cliente', '1200 clientes'. */
export function sayCount(count: number, one: string, many: string): string {
  return `${sayNumber(count)} ${count === 1 ? one : many}`
}
