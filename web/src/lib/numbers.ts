const plain = new Intl.NumberFormat('es')

const euros = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

/** An amount in whole euros: estimates have no cents. */
export const sayEuros = (cents: number) => euros.format(cents / 100)

/** A number in Spanish: 12.480. */
export function sayNumber(value: number): string {
  return plain.format(value)
}
