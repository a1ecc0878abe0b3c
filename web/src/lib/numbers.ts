const plain = new Intl.NumberFormat('es')

const euros = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

/** Whole euros: estimates have no cents. */
export const sayEuros = (cents: number) => euros.format(cents / 100)

export function sayNumber(value: number): string {
  return plain.format(value)
}
